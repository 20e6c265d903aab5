import type { Schemas } from "../../api/types";
import { t } from "../../i18n/index.svelte";
import { isJoker, rankText } from "../../ui/cards";
import type { Table } from "../../table/table.svelte";
import type { Who } from "../../table/who";
import { winnerOf, type State } from "./state";

const groupOf: Record<string, string> = { s: "spades", h: "hearts", c: "clubs", d: "diamonds" };

/** The trumps of a declaration. */
export function declaredWords({ card, pair }: Pick<Schemas["ShengjiDeclaration"], "card" | "pair">): string {
  const what = isJoker(card) ? t().shengji.noTrump : t().shengji.group(groupOf[card.charAt(1)] ?? "");
  return pair && !isJoker(card) ? `${what} ×2` : what;
}

export interface Asked {
  title: string;
  sub: string;
}

/** Two sentences on the cloth: the question, and the reason. */
export function askWords(table: Table, state: State): Asked {
  const words = t().shengji;
  const options = table.options && "shengji" in table.options ? table.options.shengji : null;
  const decision = table.view?.hand?.decisions[0];
  switch (state.stage) {
    case "dealing":
    case "declaring": {
      const standing = state.declarations.at(-1);
      if (standing) {
        const title = words.declaredBy(table.who(standing.seat), declaredWords(standing));
        return { title, sub: options?.type === "declare" && options.choices.length > 0 ? words.overturn : words.declareSub };
      }
      return { title: words.declareAny(rankText(state.level)), sub: words.declareSub };
    }
    case "flipping":
      return { title: words.flipping, sub: "" };
    case "stealing":
      return { title: words.stealing, sub: "" };
    case "burying":
      if (options?.type === "bury") return { title: words.buryTitle(options.count), sub: words.burySub };
      return { title: decision ? words.buries(table.who(decision.seat)) : "", sub: "" };
    case "playing":
      // In a replay there is no question.
      if (!decision) return { title: "", sub: "" };
      return playWords(table, state, options, table.who(decision.seat));
    case "over":
      return { title: "", sub: "" };
  }
}

function playWords(table: Table, state: State, options: Schemas["ShengjiOptions"] | null, asked: Who): Asked {
  const words = t().shengji;
  const plays = state.trick?.plays ?? [];
  const winner = winnerOf(state.trick);
  const sub = plays[0] && winner != null ? words.ledBy(table.who(plays[0].seat), table.who(winner)) : "";
  if (options?.type === "lead") return { title: words.lead, sub: words.leadSub };
  if (options?.type !== "follow") return { title: plays.length ? words.thinks(asked) : words.leads(asked), sub };
  return { title: owedWords(options), sub };
}

/** A follower's duty. */
export function owedWords({ owed: { group, cards, in_group, shape } }: Schemas["ShengjiOptionsFollow"]): string {
  return t().shengji.owed(group, cards, in_group, shape);
}
