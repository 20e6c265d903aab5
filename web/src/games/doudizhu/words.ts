import type { Schemas } from "../../api/types";
import { t } from "../../i18n/index.svelte";
import type { Table } from "../../table/table.svelte";
import type { Who } from "../../table/who";
import type { State } from "./state";

export interface Asked {
  title: string;
  sub: string;
}

/** Two sentences on the cloth: the question, and the reason. */
export function askWords(table: Table, state: State): Asked | null {
  const words = t().doudizhu;
  const decision = table.view?.hand?.decisions[0];
  switch (state.stage) {
    case "opening":
    case "showing":
      return { title: words.showing, sub: "" };
    case "dealing":
      return { title: words.dealing, sub: "" };
    case "auction": {
      const isCall = state.calls.some(({ said }) => said.type === "call" || said.type === "rob");
      return { title: words.whoLandlord, sub: isCall ? words.callSub : words.whoLandlordSub };
    }
    case "doubling":
      return { title: words.doublingOn, sub: "" };
    case "playing":
      // In a replay there is no question.
      return decision ? playWords(table, state, table.who(decision.seat)) : null;
    case "over":
      return null;
  }
}

function playWords(table: Table, state: State, asked: Who): Asked {
  const words = t().doudizhu;
  const landlord = state.players.find((player) => player.seat === state.landlord);
  const isClose = landlord && landlord.cards <= 2 && landlord.seat !== table.mySeat;
  const close = isClose ? words.cardsLeft(words.landlord, landlord.cards) : "";
  const options = table.options && "doudizhu" in table.options ? table.options.doudizhu : null;
  if (!table.myDecision || options?.type !== "play") return { title: words.waits(asked), sub: close };
  if (!options.to_beat) return { title: words.lead, sub: close || words.leadSub };
  return { title: beatWords(options), sub: close };
}

/** The play to beat, or that nothing in the own hand beats it. */
export function beatWords({ count, to_beat }: Schemas["DoudizhuOptionsPlay"]): string {
  const words = t().doudizhu;
  return count === 0 || !to_beat ? words.cannotBeat : words.beat(words.kind[to_beat.kind] ?? to_beat.kind);
}

/** The possible answers besides a pass, the strongest last. */
export function choicesOf(options: Exclude<Schemas["DoudizhuOptions"], { type: "play" }>): { text: string; action: Schemas["DoudizhuAction"] }[] {
  const words = t().doudizhu;
  switch (options.type) {
    case "bid":
      return options.points.map((points) => ({ text: words.bidKey(points), action: { type: "bid", points } }));
    case "call":
      return [{ text: words.callIt, action: { type: "call" } }];
    case "rob":
      return [{ text: words.robIt, action: { type: "rob" } }];
    case "double":
      return [{ text: words.doubleIt, action: { type: "double" } }];
    case "show":
      return [{ text: words.showIt(options.factor), action: { type: "show" } }];
    default:
      return [];
  }
}
