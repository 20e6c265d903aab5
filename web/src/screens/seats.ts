import { api, ask, insist, newKey } from "../api/client";
import type { GameName, NewTable, Schemas } from "../api/types";
import { t } from "../i18n/index.svelte";
import { go } from "../routes.svelte";
import { session } from "../state/session.svelte";
import type { Level } from "../table/computer";
import { codeOf } from "./code";

type Rules = Schemas["NewGameRules"];

/** The usual options of a table of a game. */
export function usualTable(game: GameName, name: string): NewTable {
  const rules: Record<GameName, Rules> = {
    holdem: { holdem: { betting: "no_limit", small_blind: 5, big_blind: 10, run_it_twice: true } },
    doudizhu: { doudizhu: { stake: 10 } },
    shengji: { shengji: {} },
  };
  const stakes: Record<GameName, [number, number]> = { holdem: [400, 1000], doudizhu: [500, 2000], shengji: [0, 0] };
  const [min_buy_in, max_buy_in] = stakes[game];
  return {
    name: t().open.defaultName(name),
    game: rules[game],
    seats: { holdem: 6, doudizhu: 3, shengji: 4 }[game],
    min_buy_in,
    max_buy_in,
    decision_seconds: game === "shengji" ? 30 : 20,
  };
}

/** The buy-in: as much as the table takes, but at most half of the player's chips if that is enough. */
export function buyIn({ min_buy_in, max_buy_in }: Pick<NewTable, "min_buy_in" | "max_buy_in">): number {
  return Math.max(min_buy_in, Math.min(max_buy_in, Math.floor((session.me?.chips ?? 0) / 2)));
}

/** Opens a table and sits down at it. Its id. */
export async function openAndSit(body: NewTable): Promise<string> {
  const header = { "Idempotency-Key": newKey() };
  const opened = { ...body, sit: { buy_in: buyIn(body) } };
  const { table } = await insist(() => api.POST("/v1/tables", { params: { header }, body: opened }));
  return table!.id;
}

/** The table of a code, signed in or not. */
export function whereTo(code: string): Promise<Schemas["TableSummary"]> {
  return ask(() => api.GET("/v1/invites", { params: { header: { "Invite-Code": codeOf(code) } } }));
}

/** A seat among people or computer players, in one request. Returns the table. */
export async function quickSeat(game: GameName, bots: Level | null): Promise<Schemas["TableView"]> {
  const header = { "Idempotency-Key": newKey() };
  const body = bots ? { game, bots } : { game };
  const { table } = await insist(() => api.POST("/v1/quick-seat", { params: { header }, body }));
  return table!;
}

/** The parts of a table are loaded while its seat is asked for. */
export function fetchTable(game: GameName): void {
  const parts = [import("../Inside.svelte"), import("../table/TableScreen.svelte"), import("../games/module").then(({ loadGame }) => loadGame(game))];
  // A part that failed to load is tried again when it is shown.
  void Promise.allSettled(parts);
}

/** To the table, which is shown from the answer, without another request. */
export async function enter(table: Schemas["TableView"]): Promise<void> {
  const { live } = await import("../state/live.svelte");
  live.meet(table);
  go(`/t/${table.id}`);
}

/** Seats a computer player on every free chair. */
export async function fillChairs(id: string, free: number, level: Level): Promise<void> {
  for (let seated = 0; seated < free; seated++) {
    const params = { path: { id }, header: { "Idempotency-Key": newKey() } };
    await insist(() => api.POST("/v1/tables/{id}/bots", { params, body: { level } }));
  }
}
