import type { Seat } from "../api/types";
import { strange, type Telling, type Told } from "../games/module";
import { describeTable } from "./describe";
import type { Logged } from "./table.svelte";
import type { Who } from "./who";

/** Events in sentences, in the language of now. */
export function linesOf(
  log: Pick<Logged, "event">[],
  describe: Telling["describe"] | undefined,
  who: (seat: Seat) => Who,
): Told[] {
  return log.map(({ event }) => lineOf(event, describe, who)).filter((line) => line !== null);
}

function lineOf(event: Logged["event"], describe: Telling["describe"] | undefined, who: (seat: Seat) => Who): Told | null {
  if ("hand" in event) return describe?.(event.hand, who) ?? null;
  return "table" in event ? describeTable(event.table, who) : strange();
}
