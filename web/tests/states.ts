import { readFileSync } from "node:fs";
import type { Schemas } from "../src/api/types";
import type { Answer, Recorded } from "./recorded";
import { fileOf } from "./snapshots";

type View = Schemas["TableView"];

export const recordedOf = (scene: string) => JSON.parse(readFileSync(fileOf(`recorded/${scene}.json`), "utf8")) as Recorded;

/** The answers of a server in another state of the same table: each recorded view is changed in the same way. */
function changed(recorded: Recorded, change: (view: View, me: string) => void): Recorded {
  const me = (JSON.parse(recorded.me ?? "{}") as { id: string }).id;
  const answers: Record<string, Answer> = {};
  const alter = (answer: unknown): unknown => {
    const view = answer as View | null;
    if (view && typeof view === "object" && "chairs" in view && "presence" in view && "options" in view) change(view, me);
    return answer;
  };
  let sits = true;
  for (const [asked, answer] of Object.entries(recorded.answers)) {
    if (answer.type.startsWith("application/json")) {
      const view = alter(JSON.parse(answer.body)) as View;
      if (view.you && "presence" in view) sits = view.you.seat !== null;
      answers[asked] = { ...answer, body: JSON.stringify(view) };
    } else {
      const lines = answer.body.split("\n").map((line) => {
        if (!line.startsWith("data: ")) return line;
        const message = JSON.parse(line.slice(6)) as { table?: View };
        alter(message.table);
        return `data: ${JSON.stringify(message)}`;
      });
      answers[asked] = { ...answer, body: lines.join("\n") };
    }
  }
  const followed = answers["GET /v1/me/events"];
  if (!sits && followed) {
    // Without a chair there, the page follows the table by a stream of the table's own.
    followed.body = followed.body.split("\n\n").filter((event) => event.startsWith("event: me")).join("\n\n").replace(/"seated":\[[^\]]*\]/, '"seated":[]') + "\n\n";
    answers[`GET ${recorded.path.replace("/t/", "/v1/tables/")}/events`] = { status: 200, type: "text/event-stream", body: ": here\n\n" };
  }
  return { ...recorded, answers };
}

const later = (view: View, seconds: number) => new Date(Date.parse(view.now) + seconds * 1_000).toISOString();
const mine = (view: View) => view.chairs.find(({ seat }) => seat === view.you?.seat)!;

const ready = (view: View) => void (view.options.dealing = { type: "when_ready" } as View["options"]["dealing"]);
const automatic = (view: View) => {
  view.options.dealing = { type: "automatic", pause_seconds: 8 };
  view.next_hand_at = later(view, 6);
};

/** A watcher, from whose view the cards are hidden; with `free`, there is a free chair. */
function watching(view: View, free: boolean) {
  const seat = view.you!.seat;
  view.you = { ...view.you!, seat: null, options: null };
  const state = Object.values(view.hand?.state ?? view.last_result?.state ?? {})[0] as { hand?: unknown; players?: { seat: number; cards?: unknown }[] } | undefined;
  const chair = view.chairs.find((each) => each.seat === seat)!;
  chair.player = "01a206e5-0000-7000-8000-000000000000";
  chair.name = "Long-Named Frederick";
  if (state?.hand) state.hand = null;
  if (free) view.options.seats = view.chairs.length + 1;
}

const away = (view: View) => void (mine(view).away = true);
const broke = (view: View) => void (mine(view).chips = 0);
const newcomer = (view: View) => {
  const seat = view.you!.seat;
  mine(view).newcomer = true;
  view.you = { ...view.you!, options: null };
  if (!view.hand) return;
  view.hand.decisions = view.hand.decisions.filter((each) => each.seat !== seat);
  const state = Object.values(view.hand.state)[0] as { hand?: unknown; players: { seat: number }[] };
  state.players = state.players.filter((player) => player.seat !== seat);
};
const closed = (view: View) => {
  view.hand = null;
  view.closed_at = view.now;
};
const called = (view: View, me: string) => {
  watching(view, false);
  view.waiting = [{ player: me, name: "Quiet Heron", avatar: "bear", called_until: later(view, 50) } as View["waiting"][number]];
};

/** States between hands without a recorded scene, by name: a recorded scene, and its changes. */
const states: Record<string, [string, (view: View, me: string) => void]> = {};
for (const game of ["holdem", "doudizhu", "shengji"]) {
  states[`${game}.ready`] = [`${game}.result`, ready];
  states[`${game}.automatic`] = [`${game}.result`, automatic];
  states[`${game}.broke`] = [`${game}.result`, (view) => (automatic(view), broke(view))];
  states[`${game}.closed`] = [`${game}.result`, closed];
  states[`${game}.watching`] = [`${game}.result`, (view) => watching(view, true)];
}
Object.assign(states, {
  "waiting.closed": ["waiting", closed],
  "waiting.ready": ["waiting", ready],
  "waiting.watching": ["waiting", (view: View) => watching(view, true)],
  "holdem.full": ["holdem.ahead", (view: View) => watching(view, false)],
  "holdem.called": ["holdem.ahead", called],
  "holdem.away": ["holdem.turn", away],
  "holdem.next": ["holdem.turn", newcomer],
  "doudizhu.full": ["doudizhu.play", (view: View) => watching(view, false)],
  "doudizhu.away": ["doudizhu.play", away],
  "shengji.full": ["shengji.follow", (view: View) => watching(view, false)],
  "shengji.away": ["shengji.follow", away],
  "shengji.closing": ["shengji.result", (view: View) => (automatic(view), void (view.closing = true))],
  "holdem.paused": ["holdem.result", (view: View) => (automatic(view), void ((view.paused = true), (view.next_hand_at = null)))],
});

export const stateNames = Object.keys(states);

export function stateOf(name: string): Recorded {
  const [scene, change] = states[name]!;
  return changed(recordedOf(scene), change);
}
