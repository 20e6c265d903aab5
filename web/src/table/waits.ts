import { t } from "../i18n/index.svelte";
import type { Table } from "./table.svelte";

/** What a table waits for, in a word or two. */
export function stateOf(table: Table): string {
  const view = table.view;
  if (!view) return "";
  if (table.myDecision) return t().lobby.yourTurn;
  const first = view.hand?.decisions[0];
  if (first) return t().lobby.thinks(table.who(first.seat).name);
  if (view.hand) return t().lobby.inPlay;
  return view.closed_at ? t().table.closed : t().lobby.waiting;
}
