import type { Table } from "../table/table.svelte";

/** The most chairs of a Hold'em table whose cloth has room for the guide. */
const mostSeats = 4;

/** Whether the guide may be used at this table: the player sits there with computers alone. */
export function mayGuide(table: Table): boolean {
  const view = table.view;
  if (!view || table.mySeat === null || view.closed_at) return false;
  const isAlone = view.chairs.every(({ seat, computer }) => seat === table.mySeat || computer);
  return isAlone && (table.game !== "holdem" || view.options.seats <= mostSeats);
}
