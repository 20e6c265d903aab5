import type { Card, Chair, Schemas, Seat } from "../../api/types";
import type { Table } from "../../table/table.svelte";

export type State = Schemas["HoldemView"];
export type Player = Schemas["HoldemPlayerView"];

/** The hand that is shown: the one in play, or the end of the last one. */
export function shownHand(table: Table): { state: State; isOver: boolean } | null {
  const view = table.view;
  const tagged = view?.hand?.state ?? (view?.last_result?.void ? null : view?.last_result?.state);
  return tagged && "holdem" in tagged ? { state: tagged.holdem, isOver: !view?.hand } : null;
}

export function rulesOf(table: Table): Schemas["HoldemRules"] {
  return (table.view!.options.game as Schemas["GameRulesHoldem"]).holdem;
}

/** The seat at the bottom: the player's own; for a watcher, the first that is taken. */
export function heroSeat(table: Table): Seat | null {
  return table.mySeat ?? table.nextSeat ?? table.view?.chairs[0]?.seat ?? null;
}

/** All seats but the hero's, clockwise from the hero; free ones too. */
export function othersOf(table: Table): { seat: Seat; chair: Chair | null }[] {
  const count = table.view!.options.seats;
  const hero = heroSeat(table) ?? 0;
  return Array.from({ length: count - 1 }, (_, at) => (hero + at + 1) % count).map((seat) => ({
    seat,
    chair: table.chair(seat),
  }));
}

/** The seats that won a share of any pot, and their total. */
export function winnings(state: State): Map<Seat, number> {
  const won = new Map<Seat, number>();
  for (const { shares } of state.awards)
    for (const { seat, amount } of shares) won.set(seat, (won.get(seat) ?? 0) + amount);
  return won;
}

/** The cards that won on a board. */
export function bestCards(state: State, board: number): Set<Card> {
  const best = state.awards.filter((award) => award.board === board).flatMap(({ shares }) => shares);
  return new Set(best.flatMap((share) => share.best?.cards ?? []));
}

export interface Chance {
  win: number;
  tie: number;
}

/** The last equities of each tabled hand, board by board. */
export function outlooks(table: Table): Map<Seat, Chance[]> {
  const latest = new Map<number, Schemas["HoldemOutlook"][]>();
  for (const { event } of table.log) {
    if ("table" in event && event.table.type === "hand_started") latest.clear();
    if (!("hand" in event) || !("holdem" in event.hand)) continue;
    const seen = event.hand.holdem;
    if (seen.type === "equity") latest.set(seen.board, seen.hands);
  }
  const chances = new Map<Seat, Chance[]>();
  for (const [board, hands] of latest) {
    for (const { seat, win, tie, lose } of hands) {
      const ties = tie.reduce((sum, count) => sum + count, 0);
      const total = Math.max(1, win + ties + lose);
      const boards = chances.get(seat) ?? [];
      boards[board] = { win: win / total, tie: ties / total };
      chances.set(seat, boards);
    }
  }
  return chances;
}
