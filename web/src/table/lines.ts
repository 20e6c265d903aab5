import type { Seat } from "../api/types";
import type { GameModule, Told } from "../games/module";
import { describeTable } from "./describe";
import type { Logged } from "./table.svelte";
import type { Who } from "./who";

/** Events in sentences, in the language of now. */
export function linesOf(
  log: Pick<Logged, "event">[],
  describe: GameModule["describe"] | undefined,
  who: (seat: Seat) => Who,
): Told[] {
  return log
    .map(({ event }) => ("hand" in event ? (describe?.(event.hand, who) ?? null) : describeTable(event.table, who)))
    .filter((line) => line !== null);
}
