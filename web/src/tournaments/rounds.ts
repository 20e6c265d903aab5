import type { Schemas, TournamentEntry, TournamentOptions, TournamentView } from "../api/types";
import { language, t } from "../i18n/index.svelte";
import { session } from "../state/session.svelte";
import type { Table } from "../table/table.svelte";
import { names } from "./names.svelte";

export type RoundKind = "duplicate" | "knockOut" | "swiss" | "bracket";

/** The terms of a tournament that is played in rounds. */
export interface RoundTerms {
  kind: RoundKind;
  /** How many rounds; null if that depends on how many enter. */
  rounds: number | null;
  /** The deals of a round, or the hands of a match. */
  deals: number;
  /** How long a round may last, in minutes; null if it has no time. */
  minutes: number | null;
  isTeams: boolean;
}

/** The terms of a tournament in rounds; null of one that is played for stacks. */
export function roundTerms({ game }: TournamentOptions): RoundTerms | null {
  if ("doudizhu" in game) {
    const { format, deals, round_minutes: minutes } = game.doudizhu;
    return format.type === "duplicate" ? { kind: "duplicate", rounds: format.rounds, deals, minutes, isTeams: false } : { kind: "knockOut", rounds: null, deals, minutes, isTeams: false };
  }
  if ("shengji" in game) {
    const { format, hands } = game.shengji;
    return { kind: format === "swiss" ? "swiss" : "bracket", rounds: null, deals: hands, minutes: null, isTeams: true };
  }
  return null;
}

/** Only those who sit at a table may see it: others play the same deals. */
export const isSecret = (view: TournamentView): boolean => view.phase === "playing" && "doudizhu" in view.options.game && view.tables.length > 1;

/** A table that everybody who can see the tournament may watch. */
export const watchedIn = (view: TournamentView) => (isSecret(view) ? null : (view.tables[0] ?? null));

/** The round that is played, in words. */
export function roundWords(view: TournamentView, short = false): string {
  const words = t().tour.rounds;
  const terms = roundTerms(view.options);
  if (!terms || !view.rounds) return "";
  const { number, of, matches, byes } = view.rounds;
  if (number === 0) return words.starts;
  if (terms.kind === "knockOut") return view.tables.length === 1 && view.phase === "playing" ? words.final : words.stage(number);
  const last = terms.kind === "bracket" ? { 1: words.final, 2: words.semifinal, 4: words.quarterfinal }[matches.length + byes.length] : undefined;
  return last ?? (short ? words.roundShort : words.round)(number, of);
}

const ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];

/** The level of a team: its rank, or a word once the game is won. */
export const heightWords = (height: number): string => ranks[height] ?? t().tour.rounds.gameWon;

/** One place of a standing: an entry, or the entries of a team. */
export interface Standing {
  key: string;
  place: number;
  entries: TournamentEntry[];
  team: number | null;
  prize: number;
}

const alike = (one: TournamentEntry, other: TournamentEntry) => one.duplicate !== null && JSON.stringify(one.duplicate) === JSON.stringify(other.duplicate);

/** The standing by places. Entries come in their order; those of a team, and partners before the start, are one. */
export function placesOf(entries: TournamentEntry[]): Standing[] {
  const all: Standing[] = [];
  const taken = new Set<string>();
  for (const entry of entries) {
    if (taken.has(entry.player)) continue;
    const { partner, team } = entry.team ?? { partner: null, team: null };
    const other = partner ? entries.find(({ player }) => player === partner) : undefined;
    const own = [entry, ...(other ? [other] : [])];
    for (const { player } of own) taken.add(player);
    const before = all.at(-1);
    const place = entry.place ?? (before && alike(before.entries[0]!, entry) ? before.place : all.length + 1);
    all.push({ key: `${entry.number}`, place, entries: own, team, prize: own.reduce((sum, { prize }) => sum + prize, 0) });
  }
  return all;
}

/** The names of the entries of a place. */
export function namesOf(entries: TournamentEntry[]): string {
  const [one, other] = entries.map((entry) => names.ofEntry(entry));
  return other === undefined ? one! : t().tour.rounds.and(one!, other);
}

/** The names of a team, as far as the standing has it. */
export function teamName(all: Standing[], team: number): string {
  const found = all.find((each) => each.team === team);
  return found ? namesOf(found.entries) : t().tour.rounds.team(team);
}

/** The result of a place: the figure that counts first, and the others in words. */
export function resultOf({ entries }: Standing, isKnockOut: boolean): { figure: string; what: string; more: string } {
  const words = t().tour.rounds;
  const [{ duplicate, team }] = entries as [TournamentEntry];
  if (duplicate) {
    const { matchpoints, score, landlord_wins, stage } = duplicate;
    const more = [isKnockOut && words.reached(stage), words.scoreOf(language.signed(score)), landlord_wins > 0 && words.landlordWins(landlord_wins)];
    return { figure: language.number(matchpoints), what: words.matchpoints, more: more.filter(Boolean).join(" · ") };
  }
  if (!team) return { figure: "", what: "", more: "" };
  return { figure: language.number(team.points), what: words.points, more: [words.buchholzOf(team.buchholz), words.differenceOf(language.signed(team.difference))].join(" · ") };
}

/** Whether a round has ended, so that there are results. */
export function hasResults(view: TournamentView, entries: TournamentEntry[]): boolean {
  if (view.phase === "finished" || (view.rounds?.number ?? 0) > 1) return true;
  return entries.some(({ duplicate, team }) => (duplicate && (duplicate.matchpoints !== 0 || duplicate.score !== 0)) || (team && (team.points !== 0 || team.difference !== 0)));
}

/** The match of a team in the round that is played. */
export const matchOf = (view: TournamentView, team: number | null): Schemas["TeamMatchView"] | null => view.rounds?.matches.find(({ teams }) => team !== null && teams.includes(team)) ?? null;

/** Whether a table has played all of its round, while others may still play. */
export function isDone(view: TournamentView, { id, view: table }: Table): boolean {
  const terms = roundTerms(view.options);
  if (!terms || !view.rounds || !table || table.hand) return false;
  return terms.isTeams ? !view.rounds.matches.some((each) => each.table === id) : (table.last_result?.number ?? 0) >= terms.deals;
}

/** What the row of a table says of the round. */
export interface AtRound {
  round: string;
  /** The deal or hand that is played. */
  deal: string;
  /** The player's own place, and what it is by; empty before the first results. */
  place: string;
  result: string;
  /** The teams that meet here. */
  title: string;
}

export function atRound(view: TournamentView, terms: RoundTerms, standing: TournamentEntry[], table: Table): AtRound {
  const words = t().tour.rounds;
  const match = view.rounds?.matches.find((each) => each.table === table.id);
  // A hand that does not count has a number too.
  const nth = terms.isTeams ? (match ? match.hands + 1 : 0) : (table.view?.hand?.number ?? table.view?.last_result?.number ?? 0);
  const places = placesOf(standing);
  const mine = places.find(({ entries }) => entries.some(({ player }) => player === session.me?.id));
  const result = mine && hasResults(view, standing) ? resultOf(mine, terms.kind === "knockOut") : null;
  return {
    round: roundWords(view, true),
    deal: nth === 0 ? "" : nth <= terms.deals ? (terms.isTeams ? words.handsPlayed : words.deal)(nth, terms.deals) : words.dealAdded(nth),
    place: result ? words.place(t().tour.contest.nth(mine!.place), language.number(places.length)) : "",
    result: result ? words.figure(result.figure, result.what) : "",
    title: match ? match.teams.map((team) => teamName(places, team)).join(` ${words.against} `) : "",
  };
}
