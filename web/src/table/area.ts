import type { Chair, TableView } from "../api/types";
import type { Table } from "./table.svelte";

/**
 * What is in the thumb's reach. Exactly one of these at a time:
 *
 * - `playing`: the keys of the game.
 * - `next`: a chair, but no cards in the hand in play.
 * - `between`: no hand is in play, and the next one is to come.
 * - `broke`: a chair without chips.
 * - `away`: the clock acts for the player's chair, or the player sits out.
 * - `kept`: no chair, but one is kept, and given back from the next hand.
 * - `watching`: no chair.
 * - `closed`: the table is closed.
 */
export type Area = "playing" | "next" | "between" | "broke" | "away" | "kept" | "watching" | "closed";

/** The only place that decides which. */
export function areaOf(table: Table): Area {
  const view = table.view!;
  const chair = table.myChair;
  if (view.closed_at && !view.hand) return "closed";
  // The director of a tournament seats, and waits for nobody.
  if (view.tournament && !chair?.away) return !chair ? "watching" : view.hand && isDealtIn(table) ? "playing" : "between";
  if (!chair) return view.hand && table.nextSeat !== null ? "next" : view.you?.kept ? "kept" : "watching";
  if (chair.away) return "away";
  if (view.hand && isDealtIn(table)) return "playing";
  if (lacksChips(view, chair)) return "broke";
  if (sitsOut(chair)) return "away";
  return view.hand ? "next" : "between";
}

/** No cards for this chair until its player comes back: the clock acts for it, or it sits out. */
export function sitsOut({ away, entry }: Pick<Chair, "away" | "entry">): boolean {
  return away || entry === "out";
}

/** No chips, if the game is played for chips. */
export function lacksChips({ options }: TableView, { chips }: Chair): boolean {
  return chips === 0 && options.min_buy_in > 0;
}

function isDealtIn({ view, mySeat }: Table): boolean {
  // A game that a newer server has may be of another form.
  const [state] = Object.values(view!.hand!.state) as { players?: { seat: number }[] }[];
  return state?.players?.some(({ seat }) => seat === mySeat) ?? false;
}
