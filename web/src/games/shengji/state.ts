import type { Card, Schemas, Seat } from "../../api/types";
import type { Table } from "../../table/table.svelte";
import { isJoker, suitKey, type SuitKey } from "../../ui/cards";

export type State = Schemas["ShengjiView"];
export type Trick = Schemas["ShengjiTrickView"];

/** The seat whose play wins: so far, or for good. */
export function winnerOf(trick: Trick | null): Seat | null {
  return trick?.winner ?? null;
}

/** The hand that is shown: the one in play, or the end of the last one. */
export function shownHand(table: Table): { state: State; isOver: boolean } | null {
  const view = table.view;
  const tagged = view?.hand?.state ?? view?.last_result?.state;
  return tagged && "shengji" in tagged ? { state: tagged.shengji, isOver: !view?.hand } : null;
}

/** The seat at the bottom: the player's own; for a watcher, the first that is taken. */
export function heroSeat(table: Table): Seat {
  return table.mySeat ?? table.nextSeat ?? table.view?.chairs[0]?.seat ?? 0;
}

export type Side = "south" | "east" | "north" | "west";
const sides: Side[] = ["south", "east", "north", "west"];

/**
 * The position of a seat on the screen: the player in the south, the next seat in the east, the partner in the north.
 */
export function sideOf(table: Table, seat: Seat): Side {
  return sides[(seat - heroSeat(table) + 4) % 4]!;
}

export function isEven(seat: Seat): boolean {
  return seat % 2 === 0;
}

/** The hand in order: trumps first, then the suits, the highest first in each. */
export function heldGroups(state: State): Card[][] {
  const groups = (state.hand ?? []).filter(({ cards }) => cards.length > 0);
  const trumps = groups.filter(({ group }) => group === "trump");
  const suits = groups.filter(({ group }) => group !== "trump");
  return [...trumps, ...suits].map(({ cards }) => [...cards].reverse());
}

export function groupKey(group: string): SuitKey | null {
  return group === "trump" ? null : suitKey(group);
}

/** The points of a card. */
export function pointsIn(cards: Card[]): number {
  const worth: Record<string, number> = { "5": 5, T: 10, K: 10 };
  return cards.reduce((sum, card) => sum + (isJoker(card) ? 0 : (worth[card.charAt(0)] ?? 0)), 0);
}

export function thresholds(table: Table): { take: number; step: number } {
  return (table.view!.options.game as Schemas["GameRulesShengji"]).shengji.thresholds;
}
