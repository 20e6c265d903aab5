import type { Chair, Schemas, Seat } from "../../api/types";
import type { Table } from "../../table/table.svelte";

export type State = Schemas["DoudizhuView"];
export type Player = Schemas["DoudizhuPlayerView"];

/** The hand that is shown: the one in play, or the end of the last one. */
export function shownHand(table: Table): { state: State; isOver: boolean } | null {
  const view = table.view;
  const tagged = view?.hand?.state ?? view?.last_result?.state;
  return tagged && "doudizhu" in tagged ? { state: tagged.doudizhu, isOver: !view?.hand } : null;
}

/** The seat at the bottom: the player's own; for a watcher, the first that is taken. */
export function heroSeat(table: Table): Seat | null {
  return table.mySeat ?? table.nextSeat ?? table.view?.chairs[0]?.seat ?? null;
}

/** The next player after the hero sits at the right, the one before at the left. */
export function neighbours(table: Table): { right: Chair | null; left: Chair | null } {
  const hero = heroSeat(table) ?? 0;
  return { right: table.chair((hero + 1) % 3), left: table.chair((hero + 2) % 3) };
}

export function playerAt(state: State, seat: Seat | null | undefined): Player | null {
  return state.players.find((player) => player.seat === seat) ?? null;
}

/** Highest first, as players hold them: the server gives the lowest first. */
export function held(cards: string[]): string[] {
  return [...cards].reverse();
}

/** The text before the multiplier in the header: all its factors. */
export function factor(state: State): number {
  const multiplier = state.multiplier;
  return multiplier && multiplier.base > 0 ? multiplier.total / multiplier.base : 1;
}
