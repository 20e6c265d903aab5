import type { Schemas } from "../api/types";
import { t } from "../i18n/index.svelte";

export type Kind = "six" | "nine" | "headsUp" | "heads" | "evening";
export const kinds: Kind[] = ["six", "nine", "headsUp", "heads", "evening"];

type Options = Schemas["NewTournamentOptions"];
type Holdem = Schemas["NewHoldemTournament"];

/** What is filled in for a tournament that starts when it is full, and for one at a set time. */
export interface Draft extends Options {
  game: { holdem: Holdem & Required<Pick<Holdem, "seats" | "starting_chips" | "speed" | "minutes" | "late_level" | "re_entries" | "bounty">> };
}

const depth = { deep: 10_000, standard: 5_000, turbo: 1_500, hyper: 500 } as const;

/** The starting chips that go with a speed: twenty big blinds and more of it. */
export const chipsOf = (speed: Schemas["TournamentSpeed"]): number => depth[speed];

/** Late entry and rebuys end with this level. */
export const firstLevels = 4;

export function draftOf(kind: Kind, from?: Draft): Draft {
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
    fill_with_bots: isEvening ? null : from ? from.fill_with_bots : { level: "intermediate", after_seconds: 10 },
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
function nextEvening(): string {
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
export function levelSeconds({ game: { holdem }, max_entrants }: Draft): number {
  const ladders = { small: [[1, 2, 3, 4, 5, 6, 8], [10, 12, 15, 20, 25, 30, 40, 50, 60, 80]], large: [[1, 2, 3, 4, 6], [10, 15, 20, 30, 40, 60]] } as const;
  const [first, decade] = holdem.speed === "deep" || holdem.speed === "standard" ? ladders.small : ladders.large;
  const steps = [...first, ...Array.from({ length: 12 }, (_, power) => decade.map((step) => step * 10 ** power)).flat()];
  const blinds = { deep: 200, standard: 100, turbo: 75, hyper: 25 }[holdem.speed];
  const most = holdem.starting_chips / (2 * blinds);
  const from = Math.max(0, steps.filter((step) => step <= most).length - 1);
  const count = steps.slice(from).filter((small) => 40 * small < holdem.starting_chips * max_entrants).length + 1;
  return Math.max(60, Math.floor((60 * holdem.minutes) / count / 30) * 30);
}
