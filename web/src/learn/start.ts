import { api, insist, newKey, Refusal } from "../api/client";
import type { GameName, NewTable, TableView } from "../api/types";
import { language, t } from "../i18n/index.svelte";
import { buyIn, enter, fetchTable, quickSeat, usualTable } from "../screens/seats";
import { session } from "../state/session.svelte";
import { guide } from "./guide.svelte";

/** A table for the player and computers: without stakes if the game allows it, and without time pressure. */
function guidedTable(game: GameName, name: string): NewTable {
  const usual = usualTable(game, "");
  const free: Partial<NewTable> = game === "doudizhu" ? { game: { doudizhu: { stake: 0 } }, min_buy_in: 0, max_buy_in: 0 } : {};
  return {
    ...usual,
    ...free,
    name,
    access: "invite",
    bots: "host",
    fill_with_bots: { level: "novice", after_seconds: 0 },
    seats: game === "holdem" ? 4 : usual.seats,
    decision_seconds: 600,
    dealing: { type: "automatic", pause_seconds: 60 },
  };
}

async function open(game: GameName): Promise<TableView> {
  const body = guidedTable(game, t().learn.tableName);
  const params = { header: { "Idempotency-Key": newKey() } };
  const { table } = await insist(() => api.POST("/v1/tables", { params, body: { ...body, sit: { buy_in: buyIn(body) } } }));
  return table!;
}

/** Opens a first hand with the guide. A new player gets a name, and can change it later. */
export async function playGuided(game: GameName, name?: string): Promise<void> {
  fetchTable(game);
  await language.need("learn", "rooms");
  const names = t().welcome.names.split(",");
  const arrive = async () => {
    // A player who may open no more tables is guided at one of the server's.
    const table = await open(game).catch((error) => {
      if (error instanceof Refusal && error.code === "too_many_tables") return quickSeat(game, "novice");
      throw error;
    });
    guide.begin(table.id, game);
    await enter(table);
  };
  if (session.signedIn) await arrive();
  else await session.arrive(name ?? names[Math.floor(Math.random() * names.length)]!, arrive);
}
