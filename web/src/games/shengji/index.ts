import type { GameEvent, Seat } from "../../api/types";
import { t } from "../../i18n/index.svelte";
import type { Who } from "../../table/who";
import type { Sound } from "../../ui/sounds";
import type { GameModule, Told } from "../module";
import Felt from "./Felt.svelte";
import Head from "./Head.svelte";
import { trumpWords } from "./words";
import Zone from "./Zone.svelte";

function describe(tagged: GameEvent, who: (seat: Seat) => Who): Told | null {
  if (!("shengji" in tagged)) return null;
  const event = tagged.shengji;
  const words = t().shengji.event;
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
    default:
      return null;
  }
}

function sound(tagged: GameEvent): Sound | null {
  if (!("shengji" in tagged)) return null;
  switch (tagged.shengji.type) {
    case "drawn":
      return tagged.shengji.card ? "card" : null;
    case "played":
    case "thrown":
      return "card";
    case "declared":
    case "trick_won":
      return "chips";
    case "scored":
      return "win";
    default:
      return null;
  }
}

export const module: GameModule = { Felt, Zone, Head, describe, sound };
