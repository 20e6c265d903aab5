import type { Chair, Schemas } from "../../api/types";
import { chips, t } from "../../i18n/index.svelte";
import { sitsOut } from "../../table/area";
import type { Table } from "../../table/table.svelte";
import { rulesOf, type Player } from "./state";

/** A made hand in the words of the language: its five cards are in the order of its name. */
export function madeWords(best: Schemas["HoldemBest"]): string {
  return t().holdem.made(best.category, best.cards.map((card) => card.charAt(0)));
}

/** A seat's last action on this street, as a tag on its avatar. */
export function tagOf(player: Player | null): { text: string; kind: "" | "brass" | "jade" | "red" } | null {
  if (!player || player.state === "folded") return null;
  if (player.state === "all_in") return { text: t().holdem.allIn, kind: "red" };
  const last = player.last_action;
  if (!last || last.type === "post") return null;
  const text = t().holdem.tag[last.type] ?? last.type;
  if (last.type === "bet" || last.type === "raise") return { text, kind: "brass" };
  return { text, kind: last.type === "call" ? "jade" : "" };
}

/** Under the name: chips, or why there are none to play with. */
export function secondLine(table: Table, chair: Chair, player: Player | null, isOver: boolean, won?: number): string {
  const bigBlind = rulesOf(table).big_blind;
  if (isOver && won) return `+${chips(won, bigBlind)}`;
  if (player?.state === "folded") return t().holdem.folded;
  if (player?.state === "mucked") return t().holdem.mucked;
  if (chair.away || (!player && sitsOut(chair))) return t().table.away;
  if (!player && table.view?.hand) return t().table.newcomer;
  return chips(isOver || !player ? chair.chips : player.stack, bigBlind);
}
