import type { Table } from "../table/table.svelte";

/** The most chairs of a Hold'em table on whose cloth the guide has a place of its own. */
const mostSeats = 4;

/** Whether the guide may be asked at this table: one sits there, with nobody but computers. */
export function mayGuide(table: Table): boolean {
  const view = table.view;
  if (!view || table.mySeat === null || view.closed_at) return false;
  const isAlone = view.chairs.every(({ seat, computer }) => seat === table.mySeat || computer);
  return isAlone && (table.game !== "holdem" || view.options.seats <= mostSeats);
}
