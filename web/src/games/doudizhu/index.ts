import type { GameEvent, Seat } from "../../api/types";
import { t } from "../../i18n/index.svelte";
import type { Who } from "../../table/who";
import type { Sound } from "../../ui/sounds";
import type { GameModule, Told } from "../module";
import Felt from "./Felt.svelte";
import Head from "./Head.svelte";
import Zone from "./Zone.svelte";

function describe(tagged: GameEvent, who: (seat: Seat) => Who): Told | null {
  if (!("doudizhu" in tagged)) return null;
  const event = tagged.doudizhu;
  const words = t().doudizhu;
  switch (event.type) {
    case "auction_opened":
      return { text: words.event.auction, heading: true };
    case "called":
      if (event.said.type === "bid") return { text: words.event.bid(who(event.seat), event.said.points) };
      return { text: words.event[event.said.type](who(event.seat)) };
    case "landlord":
      return { text: words.event.landlord(who(event.seat)), cards: event.bottom, heading: true };
    case "doubled":
      return { text: words.event.doubled(who(event.seat)) };
    case "shown":
      return { text: words.event.shown(who(event.seat), event.factor) };
    case "wild_drawn":
      return { text: words.event.wild(event.rank) };
    case "passed":
      return { text: words.event.pass(who(event.seat)) };
    case "played": {
      const { kind, main, length } = event.reading;
      return { text: words.event.played(who(event.seat), words.reading(kind, main, length)), cards: event.cards };
    }
    case "void":
      return { text: words.event.void };
    case "scored":
      return { text: event.landlord_won ? words.landlordWins : words.peasantsWin };
    default:
      return null;
  }
}

function sound(tagged: GameEvent): Sound | null {
  if (!("doudizhu" in tagged)) return null;
  const event = tagged.doudizhu;
  switch (event.type) {
    case "played":
      return event.reading.kind === "bomb" || event.reading.kind === "rocket" ? "bomb" : "card";
    case "passed":
    case "called":
      return "pass";
    case "scored":
      return "win";
    default:
      return null;
  }
}

export const module: GameModule = { Felt, Zone, Head, describe, sound };
