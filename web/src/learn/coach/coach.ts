import { api, ask } from "../../api/client";
import type { Card, GameAction, GameEvent, GameName, Schemas, Seat } from "../../api/types";
import { t } from "../../i18n/index.svelte";
import type { Table } from "../../table/table.svelte";

/** What a good player would do in the player's own decision, and why. */
export type Advice = Schemas["Advice"];

/** The comment on a decision: what it is, what may be done, what good players do. */
export interface Lesson {
  title: string;
  may: string;
  good: string;
  /** Named after the words; if there are too many to name, they are lifted. */
  cards: Card[];
}

/** A game's part of the guide. */
export interface Coach {
  lesson(table: Table, advised: GameAction | null): Lesson | null;
  /** The result of another play than the advised one; null if the advice was followed. */
  outcome(table: Table, events: GameEvent[], advised: GameAction): string | null;
  /** The result of the hand, in one sentence. */
  happened(table: Table): string;
}

const coaches: Record<GameName, () => Promise<{ coach: Coach }>> = {
  holdem: () => import("./coachHoldem"),
  doudizhu: () => import("./coachDoudizhu"),
  shengji: () => import("./coachShengji"),
};

export const loadCoach = async (game: GameName): Promise<Coach> => (await coaches[game]()).coach;

export function fetchAdvice(id: string): Promise<Advice> {
  return ask(() => api.GET("/v1/tables/{id}/advice", { params: { path: { id } } }));
}

/** The reason in words. A reason that this page does not know is replaced by the figures alone. */
export function reasonOf(advice: Advice): string {
  const [why] = Object.values(advice.why) as { reason: string; equity_percent?: number | null; price_percent?: number | null }[];
  const { reason, numbers, noReason } = t().guide;
  const { equity_percent: equity, price_percent: price = null } = why ?? {};
  return (reason[why?.reason ?? ""] ?? noReason) + (equity != null ? numbers(equity, price) : "");
}

/** The events of the hand after a version. */
export function eventsAfter(table: Table, version: number): GameEvent[] {
  return table.log.filter((line) => line.version > version).flatMap(({ event }) => ("hand" in event ? [event.hand as GameEvent] : []));
}

export const nameOf = (table: Table, seat: Seat): string => table.who(seat).name;

/** One of them, in the language. */
export const oneOf = (list: string[]): string => new Intl.ListFormat(document.documentElement.lang, { type: "disjunction" }).format(list);
