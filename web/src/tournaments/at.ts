import type { TableView } from "../api/types";

/** The tournament that a table belongs to: its id, or an object with more. */
type Belongs = string | { id: string; table_number?: number };

export function tournamentIdOf({ tournament }: TableView): string {
  const its = tournament as unknown as Belongs;
  return typeof its === "string" ? its : its.id;
}

/** The number of a table in its tournament, if the table tells. */
export function numberOf({ tournament }: TableView): number | null {
  const its = tournament as unknown as Belongs;
  return typeof its === "string" ? null : (its.table_number ?? null);
}
