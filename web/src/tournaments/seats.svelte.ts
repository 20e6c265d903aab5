import { api, ask } from "../api/client";
import type { TableView, TournamentEntry, TournamentView } from "../api/types";
import { names } from "./names.svelte";
import { isSecret } from "./rounds";
import type { Tournament } from "./tournament.svelte";

/** How often tables are read that nobody plays at here, in milliseconds. */
const every = 3_000;
/** As many tables are read at once. */
const most = 6;

/** The tables of a tournament as those see them who play at none: their seats come from the standing, the rest from the tables. */
export class Tables {
  views: Map<string, TableView> = $state.raw(new Map());

  constructor(private readonly it: Tournament) {}

  /** Reads the tables again and again until the returned function is called. */
  follow(): () => void {
    const read = () => void this.#read();
    read();
    const timer = setInterval(read, every);
    return () => clearInterval(timer);
  }

  async #read(): Promise<void> {
    if (document.hidden) return;
    const header = { "Invite-Code": this.it.code ?? this.it.view?.invite_code ?? undefined };
    const { view } = this.it;
    const ids = (!view || isSecret(view) ? [] : view.tables).slice(0, most).map(({ table }) => table);
    const views = await Promise.all(ids.map((id) => ask(() => api.GET("/v1/tables/{id}", { params: { path: { id }, header } })).catch(() => null)));
    this.views = new Map(views.flatMap((view) => (view ? [[view.id, view] as const] : [])));
    for (const view of this.views.values()) names.meet(view.chairs);
  }
}

export interface SeatedTable {
  number: number;
  table: string;
  players: TournamentEntry[];
}

/** The tables by number, with the entries that sit there by seat. */
export function seatsOf(view: TournamentView, standing: TournamentEntry[]): SeatedTable[] {
  return view.tables
    .toSorted((one, other) => one.number - other.number)
    .map(({ number, table }) => ({ number, table, players: standing.filter((entry) => entry.table === table).sort((one, other) => (one.seat ?? 0) - (other.seat ?? 0)) }));
}
