import type { Settings } from "../state/settings.svelte";
import type { Chair, HandView, Schemas, Seat, TableView } from "../api/types";

/** What not every server tells, and no view that was kept from before: null where it is not told. */

/** Chips won at this table since they sat down. */
export const sessionNet = (chair: Chair): number | null => (chair as { session_net?: number }).session_net ?? null;

/** How long a hand takes here, in seconds. */
export const typicalSeconds = (view: TableView): number | null => (view as { typical_hand_seconds?: number | null }).typical_hand_seconds ?? null;

export const startedAt = (hand: HandView): string | null => (hand as { started_at?: string }).started_at ?? null;

/** Until when the chair is kept for a player who is gone, or has no chips. */
export function givesUpAt(view: TableView, seat: Seat): string | null {
  const line = view.presence.chairs.find((each) => each.seat === seat) as { gives_up_at?: string | null } | undefined;
  return line?.gives_up_at ?? null;
}

export type Preferences = Settings["preferences"];

export const preferencesOf = (you: Schemas["You"] | null): Preferences | null => (you as { preferences?: Preferences } | null)?.preferences ?? null;
