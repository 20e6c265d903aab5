import type { Chair, HandResult, Schemas, Seat } from "../api/types";
import { t } from "../i18n/index.svelte";
import { session } from "../state/session.svelte";
import { nameOf } from "./named";
import type { Table } from "./table.svelte";
import type { Who } from "./who";

type Played = Schemas["PlayerResult"];

/**
 * The result of the last hand for the player of this page; null for those who did not play it, also if they sit there
 * now.
 */
export function ownResult({ last_result }: { last_result: HandResult | null }): Played | null {
  const { players = [], your_seat = null } = last_result ?? {};
  return players.find(({ seat, player }) => seat === your_seat || player === session.me?.id) ?? null;
}

/** The player of the last hand on a seat, and their result. */
export function playedAt(table: Table, seat: Seat): Played | null {
  return table.view?.last_result?.players.find((player) => player.seat === seat) ?? null;
}

/** Their chair, if they still have it. */
export function chairOf(table: Table, played: Played | null): Chair | null {
  const chair = played && table.chair(played.seat);
  return chair?.player === played?.player ? chair : null;
}

/** The name of that player; a computer that still sits there has a name in each language. */
export const playedName = (table: Table, played: Played): string => nameOf(chairOf(table, played) ?? played);

/** The player of the last hand on a seat, as words for a sentence. */
export function whoPlayed(table: Table, seat: Seat): Who {
  const played = playedAt(table, seat);
  const you = played !== null && played === (table.view && ownResult(table.view));
  return { you, name: you ? t().table.you : played ? playedName(table, played) : table.who(seat).name };
}

/** The events of the hand that ended last, as far as they are known. */
export function eventsOf(table: Table): Schemas["GameEvent"][] {
  const began = table.log.findLastIndex(({ event }) => "table" in event && event.table.type === "hand_started");
  const hand = table.log[began]?.event;
  const isIt = hand && "table" in hand && hand.table.type === "hand_started" && hand.table.hand === table.view?.last_result?.id;
  return isIt ? table.log.slice(began + 1).flatMap(({ event }) => ("hand" in event ? [event.hand] : [])) : [];
}

/** A press anywhere ends the animations at once. */
export function hurry(node: HTMLElement): { destroy: () => void } {
  const finish = () => node.getAnimations({ subtree: true }).forEach((animation) => animation.finish());
  const signs = ["pointerdown", "keydown"] as const;
  for (const sign of signs) addEventListener(sign, finish);
  return { destroy: () => signs.forEach((sign) => removeEventListener(sign, finish)) };
}
