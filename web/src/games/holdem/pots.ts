import type { Card, Schemas, Seat } from "../../api/types";
import { chips, language, t } from "../../i18n/index.svelte";
import { eventsOf, whoPlayed } from "../../table/result";
import type { Table } from "../../table/table.svelte";
import { heroSeat, type State } from "./state";
import { madeWords } from "./words";

/** A pot as a row: its winners, their hand, and the five cards. */
export interface PotRow {
  key: string;
  seat: Seat;
  name: string;
  amount: number;
  /** The winner, or the winners, and the hand. */
  line: string;
  gain: string;
  /** An uncalled bet: it is no win. */
  isBack: boolean;
  board: number;
  best: Set<Card>;
}

export function endOf(table: Table): State | null {
  const result = table.view!.last_result!;
  return result.void ? null : (result.state as Schemas["GameViewHoldem"]).holdem;
}

/** The players who have shown a hand, or won, clockwise from the own seat. Folded cards stay hidden. */
export function shownOf(table: Table, state: State, hero: Seat | null): State["players"] {
  const seats = table.view!.options.seats;
  const first = hero ?? heroSeat(table) ?? 0;
  const players = state.players.filter(({ seat, cards, won }) => seat !== hero && (cards !== null || won > 0));
  return players.sort((one, other) => ((one.seat - first + seats) % seats) - ((other.seat - first + seats) % seats));
}

/** The pots, the main pot first, board by board; then the uncalled bet. */
export function rowsOf(table: Table, state: State, bigBlind: number): PotRow[] {
  const words = t().holdemResult;
  const pots = new Set(state.awards.map(({ pot }) => pot));
  const hasBoards = state.boards.length > 1;
  const rows = [...state.awards].sort((one, other) => one.pot - other.pot || one.board - other.board).map(({ pot, board, shares }): PotRow => {
    const winners = shares.filter(({ amount }) => amount > 0 || shares.length === 1);
    const first = winners[0] ?? shares[0]!;
    const { name, you } = whoPlayed(table, first.seat);
    const made = first.best ? madeWords(first.best) : null;
    const names = winners.map(({ seat }) => whoPlayed(table, seat).name);
    const title = pots.size === 1 ? words.pot : pot === 0 ? words.main : words.side(pot, pots.size > 2);
    const amounts = new Set(winners.map(({ amount }) => amount));
    return {
      key: `${pot}-${board}`,
      seat: first.seat,
      name: hasBoards ? words.onBoard(title, board + 1) : title,
      amount: shares.reduce((sum, { amount }) => sum + amount, 0),
      line: made === null ? words.unseen(name, you) : names.length > 1 ? words.split(names, made) : words.hand(name, made),
      gain: [...amounts].map((amount) => `+${chips(amount, bigBlind)}`).join(" "),
      isBack: false,
      board,
      best: new Set(shares.flatMap(({ best }) => best?.cards ?? [])),
    };
  });
  return [...rows, ...returned(table, bigBlind)];
}

/** The bet that was returned because no other player could call it. */
function returned(table: Table, bigBlind: number): PotRow[] {
  const words = t().holdemResult;
  return eventsOf(table).flatMap((event) => {
    if (!("holdem" in event) || event.holdem.type !== "returned") return [];
    const { seat, amount } = event.holdem;
    const { name, you } = whoPlayed(table, seat);
    return [{ key: "back", seat, name: words.notCalled, amount, line: words.back(name, you), gain: chips(amount, bigBlind), isBack: true, board: -1, best: new Set<Card>() }];
  });
}

/** The text under the name of a player who has shown a hand, or won without showing. */
export function underName(state: State, seat: Seat, bigBlind: number): string {
  const words = t().holdemResult;
  const player = state.players.find((each) => each.seat === seat);
  if (!player) return "";
  if (!player.cards) return player.won > 0 ? "" : words.mucked;
  if (player.won > 0 && player.stack === player.won) return words.allIn(chips(player.paid, bigBlind));
  return language.list(player.best.map(({ best }) => madeWords(best)).filter((made, at, all) => all.indexOf(made) === at).slice(0, 1));
}
