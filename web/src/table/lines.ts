import type { Schemas, Seat } from "../api/types";
import { strange, type Telling, type Told } from "../games/module";
import { describeTable } from "./describe";
import type { Table } from "./table.svelte";
import type { Who } from "./who";

type Event = Schemas["SeenEvent"];

/** What events are told of: all that is known to have happened, by which rules, and among whom. */
export interface Story {
  all: Event[];
  rules: Schemas["GameRules"] | undefined;
  who: (seat: Seat) => Who;
}

export function storyOf(table: Table): Story {
  return { all: table.log.map(({ event }) => event), rules: table.view?.options.game, who: (seat) => table.who(seat) };
}

/** Events in sentences, in the language of now. */
export function linesOf(news: Event[], describe: Telling["describe"] | undefined, story: Story): Told[] {
  return news.map((event) => lineOf(event, describe, story)).filter((line) => line !== null);
}

function lineOf(event: Event, describe: Telling["describe"] | undefined, { all, rules, who }: Story): Told | null {
  if ("hand" in event) return describe?.(event.hand, who, { rules, before: () => handBefore(event, all) }) ?? null;
  return "table" in event ? describeTable(event.table, who) : strange();
}

/** What has happened in a hand before one of its events. */
function handBefore(event: Event, all: Event[]) {
  const earlier = all.slice(0, Math.max(0, all.lastIndexOf(event)));
  const began = earlier.findLastIndex((each) => "table" in each && each.table.type === "hand_started");
  return earlier.slice(began + 1).flatMap((each) => ("hand" in each ? [each.hand] : []));
}
