import type { GameEvent, Seat } from "../../api/types";
import { chips, t } from "../../i18n/index.svelte";
import type { Who } from "../../table/who";
import type { Sound } from "../../ui/sounds";
import type { GameModule, Told } from "../module";
import Felt from "./Felt.svelte";
import Zone from "./Zone.svelte";

function describe(tagged: GameEvent, who: (seat: Seat) => Who): Told | null {
  if (!("holdem" in tagged)) return null;
  const event = tagged.holdem;
  const words = t().holdem;
  const allIn = (text: string, is: boolean) => (is ? `${text}, ${words.event.allIn}` : text);
  switch (event.type) {
    case "posted":
      return { text: words.event.posted(who(event.seat), chips(event.amount)) };
    case "dealt":
      return event.cards ? { text: words.event.dealt, cards: event.cards } : null;
    case "folded":
    case "checked":
    case "mucked":
      return { text: words.event[event.type](who(event.seat)) };
    case "called":
      return { text: allIn(words.event.called(who(event.seat), chips(event.amount)), event.all_in) };
    case "bet":
    case "raised":
      return { text: allIn(words.event[event.type](who(event.seat), chips(event.to)), event.all_in) };
    case "returned":
      return { text: words.event.returned(who(event.seat), chips(event.amount)) };
    case "street":
      return { text: words.street[event.street], cards: event.cards, heading: true };
    case "answered":
      return { text: words.event.answered(who(event.seat), event.agree) };
    case "shown":
      return { text: words.event.shown(who(event.seat)), cards: event.cards };
    case "raked":
      return { text: words.event.raked(chips(event.amount)) };
    case "awarded": {
      const each = event.shares.map((share) => words.event.awarded(who(share.seat), chips(share.amount)));
      return { text: each.join(", ") };
    }
    default:
      return null;
  }
}

function sound(tagged: GameEvent): Sound | null {
  if (!("holdem" in tagged)) return null;
  switch (tagged.holdem.type) {
    case "called":
    case "bet":
    case "raised":
      return "chips";
    case "checked":
    case "folded":
      return "pass";
    case "street":
    case "dealt":
      return "card";
    case "awarded":
      return "win";
    default:
      return null;
  }
}

export const module: GameModule = { Felt, Zone, describe, sound };
