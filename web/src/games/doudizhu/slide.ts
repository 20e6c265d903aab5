import { Refusal } from "../../api/client";
import type { Card, Schemas } from "../../api/types";
import type { Table } from "../../table/table.svelte";

/** These without those, each removed once. */
function without(cards: Card[], those: Card[]): Card[] {
  const left = [...cards];
  for (const card of those) {
    const at = left.indexOf(card);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

/**
 * The play among the cards that a finger has crossed, if the server says that exactly one is best. Null if all of them
 * can be played, or if it is not clear.
 */
export async function playAmong(table: Table, { suggested }: Schemas["DoudizhuOptionsPlay"], cards: Card[]): Promise<Card[] | null> {
  const answer = await table.judge({ doudizhu: { type: "play", cards } });
  if (!(answer instanceof Refusal) || answer.code === "doudizhu.not_named") return null;
  const { lower = [] } = answer.problem?.closest ?? {};
  if (lower.length > 0 && lower.length < cards.length) return without(cards, lower);
  const among = suggested.filter((each) => without(each.cards, cards).length === 0);
  const most = Math.max(...among.map((each) => each.cards.length));
  const best = among.filter((each) => each.cards.length === most);
  return best.length === 1 && most > 1 ? best[0]!.cards : null;
}
