import { api, ask } from "../api/client";
import type { GameName } from "../api/types";

/** A player's rating in one game. */
export interface PlayerRating {
  season: string;
  points: number;
  events: number;
  provisional: boolean;
  result_points: number;
}

export interface Row {
  place: number;
  player: string;
  name: string;
  avatar: string;
  rating: PlayerRating;
}

export interface Leaderboard {
  season: string;
  players: Row[];
  next: number | null;
  you: { place: number | null; rating: PlayerRating } | null;
}

interface Belief {
  mu: number;
  sigma: number;
}

/** What a rated event has changed. */
export interface RatingChange {
  event: { number: number; season: string; at: string };
  place: number;
  after: Belief;
}

type Asked = (path: string, init: object) => Promise<{ data?: unknown; error?: unknown; response: Response }>;
const get = api.GET as unknown as Asked;

export const readLeaderboard = (game: GameName, by_results: boolean, after = 0): Promise<Leaderboard> =>
  ask(() => get("/v1/leaderboards/{game}", { params: { path: { game }, query: { by_results, after, limit: 50 } } })) as Promise<Leaderboard>;

/** The own events of the season, oldest first. */
export async function readCourse(game: GameName, season: string): Promise<RatingChange[]> {
  const { changes } = (await ask(() => get("/v1/me/ratings/{game}", { params: { path: { game }, query: { limit: 100 } } }))) as { changes: RatingChange[] };
  return changes.filter(({ event }) => event.season === season).reverse();
}

/** Points, as leaderboards count them: forty times the strength that the player has almost surely. */
export const pointsOf = ({ mu, sigma }: Belief): number => Math.max(0, Math.round(40 * (mu - 3 * sigma)));

/** A rating counts from this event of the season on. */
export const settledAfter = 10;
