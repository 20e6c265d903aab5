import type { Card } from "../api/types";
import { read, write } from "../state/kept";
import type { Table } from "../table/table.svelte";

/** The last hand of this player in a tournament, for the picture of the result. */
export interface LastHand {
  tournament: string;
  hand: string;
  cards: Card[];
  /** The winner of most chips, if their cards were shown. */
  other: { name: string; cards: Card[] } | null;
  blinds: [number, number];
  isWon: boolean;
}

const place = "cardroom.lastHand";

interface Shown {
  players: { seat: number; cards: Card[] | null; won: number }[];
}

/** Keeps the hand that has just ended at a table of a tournament. */
export function keepLast(tournament: string, { view }: Table, me: string): void {
  const result = view?.last_result;
  if (!view || !result || view.hand || !("holdem" in result.state)) return;
  const mine = result.players.find(({ player }) => player === me);
  if (!mine || lastHand(tournament)?.hand === result.id) return;
  const { players } = result.state.holdem as unknown as Shown;
  const own = players.find(({ seat }) => seat === mine.seat);
  const best = players.filter(({ seat }) => seat !== mine.seat).sort((one, two) => two.won - one.won)[0];
  const name = result.players.find(({ seat }) => seat === best?.seat)?.name ?? "";
  const game = view.options.game;
  const kept: LastHand = {
    tournament,
    hand: result.id,
    cards: own?.cards ?? [],
    other: best?.cards ? { name, cards: best.cards } : null,
    blinds: "holdem" in game ? [game.holdem.small_blind, game.holdem.big_blind] : [0, 0],
    isWon: (own?.won ?? 0) > (best?.won ?? 0),
  };
  write(place, kept);
}

/** The last hand in this tournament, as far as this device knows it. */
export function lastHand(tournament: string): LastHand | null {
  const kept = read(place) as Partial<LastHand> | null;
  const isGood = kept?.tournament === tournament && typeof kept.hand === "string" && Array.isArray(kept.cards) && Array.isArray(kept.blinds);
  return isGood ? (kept as LastHand) : null;
}
