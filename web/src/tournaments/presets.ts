import type { GameName, Schemas } from "../api/types";
import { t } from "../i18n/index.svelte";
import type { RoundKind } from "./rounds";

type StackKind = "six" | "nine" | "headsUp" | "heads" | "evening";
export type Kind = StackKind | RoundKind;

/** The kinds of tournament of each game; the first one is chosen first. */
export const kindsOf = {
  holdem: ["six", "nine", "headsUp", "heads", "evening"],
  doudizhu: ["duplicate", "knockOut"],
  shengji: ["swiss", "bracket"],
} satisfies Record<GameName, Kind[]>;

export const isOfRounds = (kind: Kind): kind is RoundKind => !(kindsOf.holdem as Kind[]).includes(kind);

type Options = Schemas["NewTournamentOptions"];
type Holdem = Schemas["NewHoldemTournament"];
type Doudizhu = Schemas["NewDoudizhuTournament"];
type Shengji = Schemas["NewShengjiTournament"];

export type HoldemDraft = Holdem & Required<Pick<Holdem, "seats" | "starting_chips" | "speed" | "minutes" | "late_level" | "re_entries" | "bounty">>;
export type DoudizhuDraft = Doudizhu & Required<Pick<Doudizhu, "format" | "deals" | "round_minutes" | "computers">>;
export type ShengjiDraft = Shengji & Required<Pick<Shengji, "format" | "hands">>;

/** What is filled in for a tournament that starts when it is full, and for one at a set time. */
export interface Draft extends Options {
  game: { holdem: HoldemDraft } | { doudizhu: DoudizhuDraft } | { shengji: ShengjiDraft };
}

const depth = { deep: 10_000, standard: 5_000, turbo: 1_500, hyper: 500 } as const;

/** The starting chips that go with a speed: twenty big blinds and more of it. */
export const chipsOf = (speed: Schemas["TournamentSpeed"]): number => depth[speed];

/** Late entry and rebuys end with this level. */
export const firstLevels = 4;

/** The fewest players of a game's tournaments, and by how many their number grows. */
export const entrantsOf: Record<GameName, { fewest: number; step: number; most: number }> = {
  holdem: { fewest: 2, step: 1, most: 10_000 },
  doudizhu: { fewest: 6, step: 3, most: 9_999 },
  shengji: { fewest: 4, step: 2, most: 1_024 },
};

export function draftOf(kind: Kind, from?: Draft): Draft {
  return isOfRounds(kind) ? draftOfRounds(kind, from) : draftOfStacks(kind, from);
}

function draftOfRounds(kind: RoundKind, from?: Draft): Draft {
  const isTeams = kind === "swiss" || kind === "bracket";
  const payouts = { type: "percent" as const, percent: 15 };
  return {
    name: t().tour.rounds.names[kind],
    access: from?.access ?? "public",
    max_entrants: { duplicate: 12, knockOut: 12, swiss: 16, bracket: 8 }[kind],
    prize: 100,
    starts_at: null,
    min_entrants: entrantsOf[isTeams ? "shengji" : "doudizhu"].fewest,
    decision_seconds: isTeams ? 30 : 20,
    time_bank_seconds: 60,
    fill_with_bots: from && from.starts_at == null ? from.fill_with_bots : { level: "intermediate", after_seconds: 60 },
    game: isTeams
      ? { shengji: { format: kind === "swiss" ? "swiss" : "knock_out", hands: kind === "swiss" ? 8 : 4, payouts } }
      : { doudizhu: { format: kind === "duplicate" ? { type: "duplicate", rounds: 4 } : { type: "knock_out" }, deals: 6, round_minutes: 60, computers: "intermediate", payouts } },
  };
}

function draftOfStacks(kind: StackKind, from?: Draft): Draft {
  const one = { six: 6, nine: 9, headsUp: 2, heads: 9, evening: 27 }[kind];
  const prize = { six: 50, nine: 100, headsUp: 50, heads: 50, evening: 100 }[kind];
  const speed = kind === "evening" ? "standard" : "turbo";
  const isEvening = kind === "evening";
  return {
    name: t().tour.announcing.names[kind],
    access: from?.access ?? "public",
    max_entrants: one,
    prize,
    starts_at: isEvening ? nextEvening() : null,
    min_entrants: 2,
    decision_seconds: 20,
    time_bank_seconds: 60,
    fill_with_bots: isEvening ? null : from && from.starts_at == null ? from.fill_with_bots : { level: "intermediate", after_seconds: 10 },
    game: {
      holdem: {
        seats: Math.min(9, one),
        starting_chips: chipsOf(speed),
        speed,
        minutes: { six: 35, nine: 45, headsUp: 20, heads: 45, evening: 120 }[kind],
        payouts: { type: "percent", percent: 15 },
        late_level: isEvening ? firstLevels : 0,
        re_entries: 0,
        bounty: kind === "heads" ? 50 : 0,
        bounties: "fixed",
        rebuy: null,
        add_on: null,
      },
    },
  };
}

/** The next full hour that is at least an hour away, as text of the server. */
export function nextEvening(): string {
  const time = new Date();
  time.setHours(time.getHours() + 2, 0, 0, 0);
  return time.toISOString();
}

/** A time as the field of a form has it, in the time of the device. */
export function fieldOf(time: string): string {
  const date = new Date(time);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The levels of a draft, as the server makes them: their length, in seconds. */
export function levelSeconds(holdem: HoldemDraft, max_entrants: number): number {
  const ladders = { small: [[1, 2, 3, 4, 5, 6, 8], [10, 12, 15, 20, 25, 30, 40, 50, 60, 80]], large: [[1, 2, 3, 4, 6], [10, 15, 20, 30, 40, 60]] } as const;
  const [first, decade] = holdem.speed === "deep" || holdem.speed === "standard" ? ladders.small : ladders.large;
  const steps = [...first, ...Array.from({ length: 12 }, (_, power) => decade.map((step) => step * 10 ** power)).flat()];
  const blinds = { deep: 200, standard: 100, turbo: 75, hyper: 25 }[holdem.speed];
  const most = holdem.starting_chips / (2 * blinds);
  const from = Math.max(0, steps.filter((step) => step <= most).length - 1);
  const count = steps.slice(from).filter((small) => 40 * small < holdem.starting_chips * max_entrants).length + 1;
  return Math.max(60, Math.floor((60 * holdem.minutes) / count / 30) * 30);
}
