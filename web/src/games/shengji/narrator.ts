import type { GameEvent, Schemas, Seat } from "../../api/types";
import { plain } from "../../i18n/dotted";
import { t } from "../../i18n/index.svelte";
import type { Table } from "../../table/table.svelte";
import type { Who } from "../../table/who";
import type { Sound } from "../../ui/sounds";
import { strange, type Narrator, type EventText } from "../module";
import { rankText } from "../../ui/cards";
import { declaredWords, owedWords } from "./words";

function trumpWords(trump: Schemas["ShengjiTrump"]): string {
  const level = rankText(trump.level ?? "");
  return trump.suit ? `${level} ${t().shengji.group(trump.suit)}` : `${level} ${t().shengji.noTrump}`;
}

function describe(tagged: GameEvent, who: (seat: Seat) => Who): EventText | null {
  if (!("shengji" in tagged)) return strange();
  const event = tagged.shengji;
  const words = t().events.shengji;
  switch (event.type) {
    case "declared":
      return { text: words.declared(who(event.seat)), cards: event.pair ? [event.card, event.card] : [event.card] };
    case "flipped":
      return { text: words.flipped, cards: [event.card] };
    case "trump_set":
      return { text: words.trump(trumpWords(event.trump)), heading: true };
    case "undeclared":
      return { text: words.undeclared };
    case "kitty_taken":
      return { text: words.kittyTaken(who(event.seat)), cards: event.cards ?? [] };
    case "buried":
      return { text: words.buried(who(event.seat)), cards: event.cards ?? [] };
    case "thrown":
      return { text: words.thrown(who(event.seat)), cards: event.cards };
    case "throw_judged":
      return event.stands ? null : { text: words.failed(who(event.seat)), cards: event.led };
    case "played":
      return { text: words.played(who(event.seat)), cards: event.cards };
    case "trick_won":
      return { text: words.won(who(event.seat), event.points) };
    case "scored":
      return { text: words.scored(event.points), heading: true };
    case "began":
    case "drawn":
    case "passed":
      return null;
    default:
      event satisfies never;
      return strange();
  }
}

function sound(tagged: GameEvent, _: Table, own: Seat | null): Sound | null {
  if (!("shengji" in tagged)) return null;
  const event = tagged.shengji;
  switch (event.type) {
    case "drawn":
      return event.card ? "card" : null;
    case "played":
    case "thrown":
      return event.seat === own ? null : "card";
    case "declared":
      return event.seat === own ? null : "chips";
    case "trick_won":
      return "chips";
    case "scored":
      return "win";
    default:
      return null;
  }
}

const asked: Schemas["ShengjiOptions"]["type"][] = ["declare", "bury", "lead", "follow"];

function knows(options: Schemas["GameOptions"]): boolean {
  return "shengji" in options && asked.includes(options.shengji.type);
}

function offers(options: Schemas["GameOptions"]): string {
  if (!("shengji" in options)) return "";
  const words = t().shengji;
  const asked = options.shengji;
  switch (asked.type) {
    case "declare":
      return asked.choices.map((choice) => `${words.declare} ${declaredWords(choice)}`).join(", ") || words.nothingYet;
    case "bury":
      return plain(words.buryTitle(asked.count));
    case "lead":
      return words.lead;
    case "follow":
      return plain(owedWords(asked));
    default:
      return "";
  }
}

export const narrator: Narrator = { describe, sound, offers, knows };
