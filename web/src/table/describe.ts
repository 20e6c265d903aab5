import type { Seat, TableEvent } from "../api/types";
import { nameOf } from "./named";
import { people } from "./people";
import { strange, type EventText } from "../games/module";
import { chips, t } from "../i18n/index.svelte";
import type { Who } from "./who";

/** An event of the table in one sentence. In rounds of a tournament chips are points, and nobody brings any. */
export function describeTable(event: TableEvent, who: (seat: Seat) => Who, inRounds: boolean): EventText | null {
  const words = t().event;
  switch (event.type) {
    case "sat_down": {
      const { you, name } = who(event.seat);
      people.named(event.player, nameOf(event));
      return { text: words.sat_down({ you, name: you ? name : nameOf(event) }, chips(inRounds ? 0 : event.chips)) };
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
    case "level_began":
      return { text: words.level_began(`${chips(event.posts.small_blind)}/${chips(event.posts.big_blind)}`) };
    case "hand_ended":
      return { text: event.void ? words.void : words.hand_ended };
    case "closing":
    case "closed":
      return { text: words[event.type] };
    case "waiting":
    case "coming":
      return { text: words[event.type](people.named(event.player, event.name)) };
    case "not_waiting":
    case "not_coming":
    case "called":
    case "banned":
    case "unbanned":
      return { text: words[event.type](people.who(event.player)) };
    case "removed":
      return { text: words.removed(people.who(event.player)) };
    case "host_changed":
      return { text: words.host_changed(people.who(event.host)) };
    case "paused":
    case "resumed":
    case "options_changed":
    case "options_planned":
    case "invite_replaced":
      return { text: words[event.type] };
    case "emoted":
      return { text: words.emoted(who(event.seat), t().emote[event.emote] ?? t().menu.news) };
    case "opened":
    case "wished":
    case "ready":
      return null;
    default:
      event satisfies never;
      return strange();
  }
}
