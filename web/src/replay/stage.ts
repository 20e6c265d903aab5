import { api, insist } from "../api/client";
import type { Card, Chair, Schemas, TableView } from "../api/types";
import { heardNow } from "../state/clock";

type History = Schemas["HandHistory"];

/** A hand with the view after each of its changes, as the viewer could know it at that time; read page by page. */
export async function readHand(id: string, code: string | null): Promise<{ hand: History; states: Map<number, Schemas["GameView"]> }> {
  const header = { "Invite-Code": code ?? undefined };
  const read = (views_after?: number) =>
    insist(() => api.GET("/v1/hands/{id}", { params: { path: { id }, query: { views: true, views_after }, header } }));
  const hand = await read();
  const states = new Map<number, Schemas["GameView"]>();
  for (let page = hand.views; page; ) {
    for (const { version, state } of page.states) states.set(version, state);
    page = page.next === null ? null : (await read(page.next)).views;
  }
  return { hand, states };
}

const seats = { holdem: 2, doudizhu: 3, shengji: 4 };

/** The table at one moment of a hand, for a game's own cloth to draw. It has no open decisions. */
export function tableAt(hand: History, state: Schemas["GameView"], isLast: boolean): TableView {
  const game = Object.keys(hand.rules)[0] as keyof typeof seats;
  const now = heardNow();
  // Hold'em marks its winners from the awards; in the other games the last line has the result.
  const isOver = isLast && hand.over && game === "holdem";
  const result = { id: hand.id, number: hand.number, players: [], rake: 0, state, void: false, your_seat: hand.your_seat };
  return {
    id: hand.table,
    version: 0,
    host: "",
    host_name: "",
    options: {
      name: "",
      game: hand.rules,
      seats: Math.max(seats[game], ...hand.players.map(({ seat }) => seat + 1)),
      min_buy_in: 0,
      max_buy_in: 0,
      decision_seconds: 20,
      time_bank_seconds: 0,
      dealing: { type: "by_hand" },
      access: "public",
      bots: "nobody",
      absent: "wait",
      bot_pace: "none",
      fill_with_bots: null,
      levels: [],
      rated: false,
    },
    chairs: hand.players.map((player) => ({
      ...player,
      // A hand does not have its players' pictures: each is shown as a letter.
      avatar: "" as Chair["avatar"],
      away: false,
      entry: "wait",
      leaving: false,
      newcomer: false,
      session_net: 0,
      next: null,
      ready: false,
      tag: null,
      time_bank_ms: 0,
      wishes: null,
    })),
    hand: isOver
      ? null
      : { id: hand.id, number: hand.number, started_at: hand.started_at, decisions: [], goes_on_at: null, state },
    last_hand: null,
    last_result: isOver ? result : null,
    you: { seat: hand.your_seat, options: null, preferences: null, invite_code: null, kept: null },
    presence: { chairs: [], watching: 0 },
    banned: [],
    waiting: [],
    paused: false,
    closing: false,
    closed_at: null,
    closes_at: null,
    created_at: hand.started_at,
    fills_at: null,
    typical_hand_seconds: null,
    next_hand_at: null,
    next_options: null,
    now,
  };
}

/** The viewer's own cards at that moment. */
export function ownCards(hand: History, state: Schemas["GameView"]): Card[] {
  if ("holdem" in state) return state.holdem.players.find(({ seat }) => seat === hand.your_seat)?.cards ?? [];
  if ("doudizhu" in state) return [...(state.doudizhu.hand ?? [])].reverse();
  return (state.shengji.hand ?? []).flatMap(({ cards }) => [...cards].reverse());
}
