import type { Schemas, Seat } from "../api/types";
import { strange, type Narrator, type EventText } from "../games/module";
import { t } from "../i18n/index.svelte";
import { describeTable } from "./describe";
import { nameOf } from "./named";
import { people } from "./people";
import type { Table } from "./table.svelte";
import type { Who } from "./who";

type Event = Schemas["SeenEvent"];

/** The input for the text of an event: all earlier events, the rules, and the players. */
export interface Story {
  all: Event[];
  rules: Schemas["GameRules"] | undefined;
  /** Whether the table plays rounds of a tournament. */
  inRounds: boolean;
  /** The player who sat there when it happened. */
  who: (seat: Seat, event: Event) => Who;
}

export function storyOf(table: Table): Story {
  const all = table.log.map(({ event }) => event);
  const rules = table.view?.options.game;
  const inRounds = table.view?.tournament != null && rules !== undefined && !("holdem" in rules);
  return { all, rules, inRounds, who: (seat, event) => whoSat(table, all, seat, event) };
}

/** Events in sentences, in the current language. */
export function linesOf(news: Event[], describe: Narrator["describe"] | undefined, story: Story): EventText[] {
  return news.map((event) => lineOf(event, describe, story)).filter((line) => line !== null);
}

function lineOf(event: Event, describe: Narrator["describe"] | undefined, { all, rules, inRounds, who: whoAt }: Story): EventText | null {
  const who = (seat: Seat) => whoAt(seat, event);
  if ("hand" in event) return describe?.(event.hand, who, { rules, before: () => handBefore(event, all) }) ?? null;
  return "table" in event ? describeTable(event.table, who, inRounds) : strange();
}

/**
 * The player of a seat at the time of an event. A chair may have had others before: the first who sits down there
 * afterwards shows that it was none of those who came then.
 */
function whoSat(table: Table, all: Event[], seat: Seat, event: Event): Who {
  const at = all.lastIndexOf(event);
  const sits = (each: Event) => ("table" in each && each.table.type === "sat_down" && each.table.seat === seat ? each.table : null);
  const left = (each: Event) => ("table" in each && each.table.type === "left" && each.table.seat === seat ? each.table : null);
  const before = at < 0 ? undefined : all.slice(0, at + 1).findLast(sits);
  if (before) return people.named(sits(before)!.player, nameOf(sits(before)!));
  const after = at < 0 ? undefined : all.slice(at).find((each) => left(each) ?? (each !== event && sits(each)));
  if (after && left(after)) return people.who(left(after)!.player);
  const played = after && table.view?.last_result?.players.find((player) => player.seat === seat);
  if (played) return people.named(played.player, played.name);
  return after ? { you: false, name: t().event.somebody } : table.who(seat);
}

/** The player's seat at the time of an event; null if there was none. */
export function ownSeat(table: Table, event: Event): Seat | null {
  const { mySeat } = table;
  return mySeat !== null && storyOf(table).who(mySeat, event).you ? mySeat : null;
}

/** The events of a hand before one of them. */
function handBefore(event: Event, all: Event[]) {
  const earlier = all.slice(0, Math.max(0, all.lastIndexOf(event)));
  const began = earlier.findLastIndex((each) => "table" in each && each.table.type === "hand_started");
  return earlier.slice(began + 1).flatMap((each) => ("hand" in each ? [each.hand] : []));
}
