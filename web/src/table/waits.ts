import type { GameName } from "../api/types";
import { t } from "../i18n/index.svelte";
import type { Table } from "./table.svelte";

/** How many players it takes to play a game. */
export const leastAt = (game: GameName): number => ({ holdem: 2, doudizhu: 3, shengji: 4 })[game];

/** How many players more it takes to play there. */
export const needed = ({ view, game }: Table): number => leastAt(game!) - (view?.chairs.length ?? 0);

/** What a table waits for, in a word or two. */
export function stateOf(table: Table): string {
  const view = table.view;
  if (!view) return "";
  if (table.myDecision) return t().waits.yourTurn;
  const first = view.hand?.decisions[0];
  if (first) return t().waits.thinks(table.who(first.seat));
  if (view.hand) return t().waits.inPlay;
  return view.closed_at ? t().table.closed : t().waits.waiting;
}
