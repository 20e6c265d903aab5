import type { Schemas, Seat } from "../../api/types";
import { t } from "../../i18n/index.svelte";
import { ownResult, whoPlayed } from "../../table/result";
import type { Table } from "../../table/table.svelte";
import { rankText } from "../../ui/cards";
import { isEven, thresholds, type State } from "./state";

export function endOf(table: Table): State {
  return (table.view!.last_result!.state as Schemas["GameViewShengji"]).shengji;
}

export interface Team {
  even: boolean;
  name: string;
  seats: Seat[];
  old: string;
  now: string;
  /** The number of levels that it goes up; null for the team that has not won. */
  up: number | null;
  champion: boolean;
}

/** Both teams, the player's own first. */
export function teamsOf(table: Table): Team[] {
  const state = endOf(table);
  const { score } = state;
  if (!score) return [];
  const own = table.view && ownResult(table.view);
  const words = t().shengjiResult;
  const first = own ? isEven(own.seat) : true;
  const winners = isEven(state.declarer ?? 0) === score.progress.won.held;
  return [first, !first].map((even) => ({
    even,
    name: own ? (even === first ? words.us : words.them) : even ? words.even : words.odd,
    seats: even ? [0, 2] : [1, 3],
    old: rankText(even ? state.levels.even : state.levels.odd),
    now: rankText(even ? score.progress.levels.even : score.progress.levels.odd),
    up: even === winners ? score.progress.won.levels : null,
    champion: score.progress.champion === (even ? "even" : "odd"),
  }));
}

/** The sentence for it. */
export function sentenceOf(table: Table): { text: string; isWon: boolean } {
  const state = endOf(table);
  const words = t().shengjiResult;
  if (!state.score || state.declarer === null) return { text: words.void, isWon: false };
  const { held } = state.score.progress.won;
  const own = table.view && ownResult(table.view);
  if (!own) return { text: held ? words.watched.held : words.watched.taken, isWon: false };
  const isWon = (isEven(state.declarer) === isEven(own.seat)) === held;
  if (isWon) return { text: held ? words.sentence.weHold : words.sentence.weTake, isWon };
  return { text: held ? words.sentence.theyHold : words.sentence.theyTake, isWon };
}

/** The next declarer, and the level. */
export function nextOf(table: Table): string {
  const score = endOf(table).score;
  if (!score) return "";
  const { declarer, levels } = score.progress;
  const { you, name } = whoPlayed(table, declarer);
  return t().shengjiResult.nextDeclarer(name, you, rankText(isEven(declarer) ? levels.even : levels.odd));
}

export interface Mark {
  at: number;
  /** Its position on the rule, in hundredths. */
  place: number;
  text: string;
  isLine: boolean;
  /** Whether it is reached. */
  counts: boolean;
}

/** The rule with its marks, and the parts of tricks and of the kitty. */
export function ruleOf(table: Table): { tricks: number; kitty: number; marks: Mark[] } {
  const { score } = endOf(table);
  const { take, step } = thresholds(table);
  const whole = take + 3 * step;
  const { held } = score!.progress.won;
  const words = t().shengjiResult.mark;
  const kitty = score!.kitty_points * score!.multiplier;
  const tricks = score!.points - kitty;
  const part = (points: number) => (Math.max(0, Math.min(whole, points)) / whole) * 100;
  const marks = [take - step, take, take + step, take + 2 * step].filter((at) => at > 0);
  const points = score!.points;
  const attackers = marks.map((at): Mark => {
    const ups = (at - take) / step;
    const meaning = ups === 0 ? ` ${words.take}` : ups > 0 ? ` ${words.up(ups)}` : "";
    return { at, place: part(at), text: `${at}${meaning}`, isLine: true, counts: ups >= 0 && points >= at };
  });
  // The declarers go up by the distance to the mark: the words are between two marks.
  const declarers = [
    ...marks.map((at): Mark => ({ at, place: part(at), text: `${at}`, isLine: true, counts: at === take })),
    ...[1, 2].map((ups): Mark => {
      const middle = take - (ups - 0.5) * step;
      return { at: middle, place: part(middle), text: words.up(ups), isLine: false, counts: score!.progress.won.levels === ups };
    }),
  ];
  return { tricks: part(tricks), kitty: part(tricks + kitty) - part(tricks), marks: held ? declarers : attackers };
}
