import type { Seat, TableEvent } from "../api/types";
import type { Told } from "../games/module";
import { chips, t } from "../i18n/index.svelte";
import type { Who } from "./who";

/** An event of the table in one sentence. */
export function describeTable(event: TableEvent, who: (seat: Seat) => Who): Told | null {
  const words = t().event;
  switch (event.type) {
    case "sat_down": {
      const { you, name } = who(event.seat);
      return { text: words.sat_down({ you, name: you ? name : event.name }, chips(event.chips)) };
    }
    case "topped_up":
      return { text: words.topped_up(who(event.seat), chips(event.amount)) };
    case "sat_out":
    case "came_back":
    case "leaving":
    case "left":
      return { text: words[event.type](who(event.seat)) };
    case "hand_started":
      return { text: words.hand_started(event.number), heading: true };
    case "hand_ended":
      return { text: event.void ? words.void : words.hand_ended };
    case "closing":
    case "closed":
      return { text: words[event.type] };
    default:
      return null;
  }
}
