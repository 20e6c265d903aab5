import type { GameAction, GameEvent, Schemas } from "../../api/types";
import { t } from "../../i18n/index.svelte";
import { held, shownHand } from "../../games/doudizhu/state";
import { askWords, beatWords } from "../../games/doudizhu/words";
import type { Table } from "../../table/table.svelte";
import { sameCards } from "../../ui/cards";
import { nameOf, type Coach, type Lesson } from "./coach";

type Action = Schemas["DoudizhuAction"];
type Options = Schemas["DoudizhuOptions"];

function mayOf(options: Options): string {
  const { may } = t().guide.doudizhu;
  switch (options.type) {
    case "bid":
      return may.bid(options.points);
    case "play":
      if (!options.to_beat) return may.lead;
      return options.count === 0 ? may.none : may.beat(options.to_beat.kind);
    default:
      return may[options.type];
  }
}

function goodOf(action: Action, options: Options): string {
  const { doudizhu, playCards } = t().guide;
  switch (action.type) {
    case "bid":
      return doudizhu.good.bid(action.points);
    case "play":
      return playCards;
    case "pass":
      return options.type === "double" || options.type === "show" || options.type === "rob" ? doudizhu.good.no : doudizhu.good.pass;
    default:
      return doudizhu.good[action.type];
  }
}

function lesson(table: Table, advised: GameAction | null): Lesson | null {
  const options = table.options && "doudizhu" in table.options ? table.options.doudizhu : null;
  const hand = shownHand(table);
  if (!options || !hand) return null;
  const action = advised && "doudizhu" in advised ? advised.doudizhu : null;
  const title = options.type === "play" ? (options.to_beat ? beatWords(options) : t().doudizhu.lead) : (askWords(table, hand.state)?.title ?? "");
  return {
    title,
    may: mayOf(options),
    good: action ? goodOf(action, options) : "",
    cards: action?.type === "play" ? held(action.cards) : [],
  };
}

function outcome(table: Table, events: GameEvent[], advised: GameAction): string | null {
  const action = "doudizhu" in advised ? advised.doudizhu : null;
  const ofGame = events.flatMap((event) => ("doudizhu" in event ? [event.doudizhu] : []));
  const at = ofGame.findIndex((event) => "seat" in event && event.seat === table.mySeat && ["played", "passed"].includes(event.type));
  const own = ofGame[at];
  const words = t().guide.doudizhu.outcome;
  const after = ofGame.slice(at + 1).filter((event) => event.type === "played" && event.seat !== table.mySeat) as { seat: number }[];
  if (own?.type === "played") {
    if (action?.type === "play" && sameCards(action.cards, own.cards)) return null;
    return after[0] ? words.beaten(nameOf(table, after[0].seat)) : words.stood;
  }
  if (own?.type !== "passed" || action?.type !== "play") return null;
  return after[0] ? words.passed(nameOf(table, after.at(-1)!.seat)) : null;
}

function happened(table: Table): string {
  const score = shownHand(table)?.state.score;
  const words = t().guide.doudizhu.happened;
  if (!score) return words.void;
  return words[score.landlord_won ? "landlord" : "peasants"](score.multiplier.total);
}

export const coach: Coach = { lesson, outcome, happened };
