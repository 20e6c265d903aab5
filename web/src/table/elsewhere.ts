import type { GameName, TableView } from "../api/types";
import { quickSeat } from "../screens/seats";
import type { Level } from "./computer";
import { standUp } from "./powers";
import type { Table } from "./table.svelte";

/** A seat at another table with computers. The chair here is given up once there is one there. */
export async function seatElsewhere(table: Table, game: GameName, level: Level): Promise<TableView> {
  const next = await quickSeat(game, level);
  if (table.mySeat !== null && next.id !== table.id) await standUp(table);
  return next;
}
