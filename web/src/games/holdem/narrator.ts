import type { GameEvent, Schemas, Seat } from "../../api/types";
import { chips, t } from "../../i18n/index.svelte";
import type { Table } from "../../table/table.svelte";
import type { Who } from "../../table/who";
import type { Sound } from "../../ui/sounds";
import { strange, type Narrator, type EventText } from "../module";

function describe(tagged: GameEvent, who: (seat: Seat) => Who): EventText | null {
  if (!("holdem" in tagged)) return strange();
  const event = tagged.holdem;
  const words = t().holdem;
  const allIn = (text: string, is: boolean) => (is ? `${text}, ${t().events.holdem.allIn}` : text);
  switch (event.type) {
    case "posted":
      return { text: t().events.holdem.posted(who(event.seat), chips(event.amount)) };
    case "dealt":
      return event.cards ? { text: t().events.holdem.dealt, cards: event.cards } : null;
    case "folded":
    case "checked":
    case "mucked":
      return { text: t().events.holdem[event.type](who(event.seat)) };
    case "called":
      return { text: allIn(t().events.holdem.called(who(event.seat), chips(event.amount)), event.all_in) };
    case "bet":
    case "raised":
      return { text: allIn(t().events.holdem[event.type](who(event.seat), chips(event.to)), event.all_in) };
    case "returned":
      return { text: t().events.holdem.returned(who(event.seat), chips(event.amount)) };
    case "street":
      return { text: words.street[event.street], cards: event.cards, heading: true };
    case "answered":
      return { text: t().events.holdem.answered(who(event.seat), event.agree) };
    case "shown":
      return { text: t().events.holdem.shown(who(event.seat)), cards: event.cards };
    case "raked":
      return { text: t().events.holdem.raked(chips(event.amount)) };
    case "awarded": {
      const each = event.shares.map((share) => t().events.holdem.awarded(who(share.seat), chips(share.amount)));
      return { text: each.join(", ") };
    }
    case "swept":
    case "equity":
      return null;
    default:
      event satisfies never;
      return strange();
  }
}

function sound(tagged: GameEvent, _: Table, own: Seat | null): Sound | null {
  if (!("holdem" in tagged)) return null;
  const event = tagged.holdem;
  switch (event.type) {
    case "called":
    case "bet":
    case "raised":
      return event.seat === own ? null : "chips";
    case "checked":
    case "folded":
      return event.seat === own ? null : "pass";
    case "street":
    case "dealt":
      return "card";
    case "awarded":
      return "win";
    default:
      return null;
  }
}

function knows(options: Schemas["GameOptions"]): boolean {
  if (!("holdem" in options)) return false;
  const { call, check, fold, muck, raise_max, run_twice, show } = options.holdem;
  return call !== null || check || fold || muck || raise_max !== null || run_twice || show;
}

function offers(options: Schemas["GameOptions"]): string {
  if (!("holdem" in options)) return "";
  const words = t().holdem;
  const { call, check, fold, muck, raise_max, raise_min, run_twice, show, wager } = options.holdem;
  if (run_twice) return words.twiceAsk;
  const each = [
    fold && !check && words.fold,
    check && words.check,
    call !== null && `${words.call} ${chips(call)}`,
    wager !== null && raise_min !== null && `${words[wager]} ${chips(raise_min)}–${chips(raise_max ?? raise_min)}`,
    muck && words.muck,
    show && words.show,
  ];
  return each.filter(Boolean).join(", ");
}

export const narrator: Narrator = { describe, sound, offers, knows };
