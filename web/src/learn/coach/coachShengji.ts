import type { Card, GameAction, GameEvent, Schemas } from "../../api/types";
import { t } from "../../i18n/index.svelte";
import { shownHand } from "../../games/shengji/state";
import { askWords } from "../../games/shengji/words";
import type { Table } from "../../table/table.svelte";
import { sameCards } from "../../ui/cards";
import { nameOf, type Coach, type Lesson } from "./coach";

function mayOf(options: Schemas["ShengjiOptions"]): string {
  const { may } = t().guide.shengji;
  switch (options.type) {
    case "declare":
      return options.choices.length > 0 ? may.declare : may.nothing;
    case "bury":
      return may.bury(options.count);
    case "follow":
      return may.follow[leeway(options.owed)];
    default:
      return may.lead;
  }
}

/** How much choice the rules leave if a suit was led. */
function leeway({ cards, in_group }: Schemas["ShengjiOptionsFollow"]["owed"]): "free" | "rest" | "all" | "some" {
  if (in_group === 0) return "free";
  if (in_group < cards) return "rest";
  return in_group === cards ? "all" : "some";
}

function lesson(table: Table, advised: GameAction | null): Lesson | null {
  const options = table.options && "shengji" in table.options ? table.options.shengji : null;
  const hand = shownHand(table);
  if (!options || !hand) return null;
  const action = advised && "shengji" in advised ? advised.shengji : null;
  const { good } = t().guide.shengji;
  const { playCards, liftedCards } = t().guide;
  let does = "";
  let cards: Card[] = [];
  if (action?.type === "pass") does = good.pass;
  else if (action?.type === "bury") does = good.bury;
  else if (action?.type === "declare") [does, cards] = [good.declare, action.pair ? [action.card, action.card] : [action.card]];
  else if (action?.type === "play") [does, cards] = action.cards.length <= 4 ? [playCards, action.cards] : [`${liftedCards}.`, []];
  return { title: askWords(table, hand.state).title, may: mayOf(options), good: does, cards };
}

function outcome(table: Table, events: GameEvent[], advised: GameAction): string | null {
  const action = "shengji" in advised ? advised.shengji : null;
  const ofGame = events.flatMap((event) => ("shengji" in event ? [event.shengji] : []));
  const own = ofGame.find((event) => (event.type === "played" || event.type === "thrown") && event.seat === table.mySeat);
  if (action?.type !== "play" || !own || !("cards" in own) || sameCards(action.cards, (own.cards ?? []) as Card[])) return null;
  const won = ofGame.find((event) => event.type === "trick_won");
  return won?.type === "trick_won" ? t().guide.shengji.outcome(nameOf(table, won.seat), won.points, won.seat === table.mySeat) : null;
}

function happened(table: Table): string {
  const score = shownHand(table)?.state.score;
  const words = t().guide.shengji.happened;
  if (!score) return words.void;
  const { held, levels } = score.progress.won;
  return words[held ? "held" : "taken"](score.points, levels);
}

export const coach: Coach = { lesson, outcome, happened };
