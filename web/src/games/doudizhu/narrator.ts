import type { GameEvent, Schemas, Seat } from "../../api/types";
import { t } from "../../i18n/index.svelte";
import type { Table } from "../../table/table.svelte";
import type { Who } from "../../table/who";
import type { Sound } from "../../ui/sounds";
import { strange, type Around, type Narrator, type EventText } from "../module";
import { playerAt, shownHand } from "./state";
import { beatWords, choicesOf } from "./words";

/** What a seat declined: a pass does not tell, but the events before it do. Null for a pass in play. */
function declined(seat: Seat, { before, rules }: Around): "show" | "double" | null {
  const events = before().flatMap((event) => ("doudizhu" in event ? [event.doudizhu] : []));
  if (events.some(({ type }) => type === "played")) return null;
  const { doubling = false, open_hand = false } = rules && "doudizhu" in rules ? rules.doudizhu : {};
  const landlord = events.findLastIndex(({ type }) => type === "landlord");
  if (landlord < 0) return open_hand ? "show" : null;
  const hasAnswered = events.slice(landlord).some((event) => (event.type === "doubled" || event.type === "passed") && event.seat === seat);
  return doubling && !hasAnswered ? "double" : "show";
}

function describe(tagged: GameEvent, who: (seat: Seat) => Who, around: Around): EventText | null {
  if (!("doudizhu" in tagged)) return strange();
  const event = tagged.doudizhu;
  const words = t().doudizhu;
  switch (event.type) {
    case "auction_opened":
      return { text: t().events.doudizhu.auction, heading: true };
    case "called":
      if (event.said.type === "bid") return { text: t().events.doudizhu.bid(who(event.seat), event.said.points) };
      if (event.said.type === "pass") {
        const isCalled = around.before().some((each) => "doudizhu" in each && each.doudizhu.type === "called" && each.doudizhu.said.type === "call");
        return { text: t().events.doudizhu.declined(who(event.seat), isCalled ? "rob" : "bid") };
      }
      return { text: t().events.doudizhu[event.said.type](who(event.seat)) };
    case "landlord":
      return { text: t().events.doudizhu.landlord(who(event.seat)), cards: event.bottom, heading: true };
    case "doubled":
      return { text: t().events.doudizhu.doubled(who(event.seat)) };
    case "shown":
      return { text: t().events.doudizhu.shown(who(event.seat), event.factor) };
    case "wild_drawn":
      return { text: t().events.doudizhu.wild(event.rank) };
    case "passed": {
      const what = declined(event.seat, around);
      return { text: what ? t().events.doudizhu.declined(who(event.seat), what) : t().events.doudizhu.pass(who(event.seat)) };
    }
    case "played": {
      const { kind, main, length } = event.reading;
      return { text: t().events.doudizhu.played(who(event.seat), words.reading(kind, main, length)), cards: event.cards };
    }
    case "revealed":
      return { text: t().events.doudizhu.revealed };
    case "void":
      return { text: t().events.doudizhu.void };
    case "scored":
      return { text: event.landlord_won ? words.landlordWins : words.peasantsWin };
    case "began":
    case "drawn":
      return null;
    default:
      event satisfies never;
      return strange();
  }
}

function sound(tagged: GameEvent, table: Table, own: Seat | null): Sound | null {
  if (!("doudizhu" in tagged)) return null;
  const event = tagged.doudizhu;
  switch (event.type) {
    case "played": {
      if (event.seat === own) return null;
      const left = playerAt(shownHand(table)!.state, event.seat)?.cards ?? 0;
      if (left === 1 || left === 2) return "few";
      return event.reading.kind === "bomb" || event.reading.kind === "rocket" ? "bomb" : "card";
    }
    case "passed":
    case "called":
      return event.seat === own ? null : "pass";
    case "scored":
      return "win";
    default:
      return null;
  }
}

const asked: Schemas["DoudizhuOptions"]["type"][] = ["show", "bid", "call", "rob", "double", "play"];

function knows(options: Schemas["GameOptions"]): boolean {
  return "doudizhu" in options && asked.includes(options.doudizhu.type);
}

function offers(options: Schemas["GameOptions"]): string {
  if (!("doudizhu" in options)) return "";
  const words = t().doudizhu;
  const asked = options.doudizhu;
  if (asked.type !== "play") return [words.decline[asked.type], ...choicesOf(asked).map(({ text }) => text)].join(", ");
  return asked.to_beat ? beatWords(asked) : words.lead;
}

export const narrator: Narrator = { describe, sound, offers, knows };
