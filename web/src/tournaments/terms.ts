import { gameOf, type GameName, type Level, type Schemas, type TournamentOptions, type TournamentView } from "../api/types";
import { serverNow } from "../state/clock";
import { settings } from "../state/settings.svelte";

/** The level that is played, and for how long at the last change. */
export type PlayedLevel = NonNullable<TournamentView["level"]>;

/** A part of a structure. In answers a level always has its ante. */
type Stage = (Level & { type: "level" }) | { type: "break"; seconds: number };

/** The terms of a tournament of Hold'em; null of another game. */
export function holdemOf({ game }: TournamentOptions): Schemas["HoldemTournament"] | null {
  return "holdem" in game ? game.holdem : null;
}

export const gameIn = (options: TournamentOptions): GameName => gameOf(options.game);

/** What an entry costs. */
export const priceOf = (options: TournamentOptions): number => options.prize + options.fee + (holdemOf(options)?.bounty ?? 0);

/** Whether the host may disqualify players while it is played: if nothing is at stake, or among friends if the host does not play. */
export function mayDisqualify(view: TournamentView): boolean {
  const { options } = view;
  const rules = holdemOf(options);
  if (!rules || options.rated || view.phase !== "playing") return false;
  const isForChips = priceOf(options) + (rules.rebuy?.price ?? 0) + (rules.add_on?.price ?? 0) > 0;
  return !isForChips || (options.access === "invite" && view.you === null);
}

export const isSitAndGo = (options: TournamentOptions): boolean => options.starts_at === null;

/** The levels and breaks of a structure. */
export const stagesOf = (options: TournamentOptions): Stage[] => (holdemOf(options)?.structure ?? []) as Stage[];

export const levelsOf = (options: TournamentOptions): Level[] => stagesOf(options).flatMap((stage) => (stage.type === "level" ? [stage] : []));

export const levelOf = (view: TournamentView): PlayedLevel | null => view.level;

export const anteOf = ({ ante }: Level): number => ("amount" in ante ? ante.amount : 0);

export const lengthOf = ({ length }: Level): number | null => ("seconds" in length ? length.seconds : null);

/** How many seconds the stages before a level last, if all of them are counted by time. */
export function startsAfter(stages: Stage[], level: number): number | null {
  let [seconds, seen] = [0, 0];
  for (const stage of stages) {
    if (stage.type === "level" && seen++ === level) return seconds;
    const length = stage.type === "break" ? stage.seconds : lengthOf(stage);
    if (length === null) return null;
    seconds += length;
  }
  return seconds;
}

/** The time of a level: when it ends, or how much of it is left while its time stands still. */
export interface LevelTime {
  number: number;
  posts: Level;
  next: Level | null;
  endsAt: string | null;
  leftMillis: number | null;
  isBreak: boolean;
  /** The length of the level, or of the break, in seconds. */
  seconds: number | null;
}

/** The break after a level, in seconds. */
export function breakAfter(options: TournamentOptions, level: number): number | null {
  let seen = 0;
  for (const stage of stagesOf(options)) {
    if (stage.type === "level") seen += 1;
    else if (seen === level) return stage.seconds;
    if (seen > level) return null;
  }
  return null;
}

/** What a server tells beside the level since it has a clock of its own. */
interface Clock {
  ends_at?: string | null;
  left_millis?: number | null;
}

/** `at`: when the view was sent. */
export function timeOf(view: TournamentView, at: string): LevelTime | null {
  const level = levelOf(view);
  if (!level) return null;
  const { number, posts } = level;
  const isBreak = view.on_break;
  const seconds = isBreak ? breakAfter(view.options, number) : lengthOf(posts);
  const { ends_at, left_millis } = view as Clock;
  const left = seconds === null || isBreak ? null : Math.max(0, seconds * 1000 - level.played_millis);
  const stands = isBreak || view.paused || view.phase !== "playing" || left === null;
  const time = { number, posts, next: view.next_level, isBreak, seconds };
  if (ends_at !== undefined) return { ...time, endsAt: ends_at, leftMillis: left_millis ?? null };
  return { ...time, endsAt: stands ? null : new Date(Date.parse(at) + left).toISOString(), leftMillis: stands ? left : null };
}

/** After how many seconds the next break comes; null if none comes, or by no time. */
export function toBreak(view: TournamentView, at: string): { seconds: number; after: number } | null {
  const level = levelOf(view);
  if (!level) return null;
  let [seconds, seen] = [0, 0];
  for (const stage of stagesOf(view.options)) {
    if (stage.type === "level") seen += 1;
    if (seen < level.number) continue;
    if (stage.type === "break") {
      const since = view.paused ? 0 : Math.max(0, serverNow() - Date.parse(at));
      return { seconds: Math.max(0, seconds - (level.played_millis + since) / 1000), after: seen };
    }
    const length = lengthOf(stage);
    if (length === null) return null;
    seconds += length;
  }
  return null;
}

/** What a place is paid now. */
export const prizeOf = (view: TournamentView, place: number): number => view.prizes[place - 1] ?? 0;

/** Chips per entry that is left. */
export const averageOf = (view: TournamentView): number => (view.left > 0 ? Math.floor(view.chips_in_play / view.left) : 0);

const locale = () => (settings.language === "zh" ? "zh-CN" : "en-GB");

/** The time of a start: of today only the time. */
export function startWords(time: string): string {
  const date = new Date(time);
  const isToday = date.toDateString() === new Date(serverNow()).toDateString();
  const isThisWeek = date.getTime() - serverNow() < 6 * 86_400_000;
  const day = isToday ? {} : isThisWeek ? ({ weekday: "short" } as const) : ({ day: "numeric", month: "short" } as const);
  return new Intl.DateTimeFormat(locale(), { ...day, hour: "2-digit", minute: "2-digit" }).format(date);
}

export const clockWords = (time: string): string => new Intl.DateTimeFormat(locale(), { hour: "2-digit", minute: "2-digit" }).format(new Date(time));

export const dayWords = (time: string): string => new Intl.DateTimeFormat(locale(), { day: "numeric", month: "long" }).format(new Date(time));

/** Seconds as a clock shows them. */
export function clockText(seconds: number): string {
  const two = (number: number) => `${number}`.padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
