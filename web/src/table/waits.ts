import type { Chair, GameName, TableView } from "../api/types";
import { t } from "../i18n/index.svelte";
import { lacksChips, sitsOut } from "./area";
import type { Table } from "./table.svelte";

/** How many players a game needs. */
export const leastAt = (game: GameName): number => ({ holdem: 2, doudizhu: 3, shengji: 4 })[game];

/** The players who can be dealt in. A computer without chips gets some before the deal. */
export function playersOf(view: TableView): Chair[] {
  return view.chairs.filter((chair) => !sitsOut(chair) && !chair.leaving && (chair.computer !== null || !lacksChips(view, chair)));
}

/** How many more players the table needs. */
export const needed = ({ view, game }: Table): number => leastAt(game!) - (view ? playersOf(view).length : 0);

/** The free chairs. */
export const freeChairs = ({ chairs, options }: TableView): number => Math.max(0, options.seats - chairs.length);

/** Whether players are needed who do not come by themselves. Computers that fill a table only take free chairs. */
export function lacks(table: Table): boolean {
  const [count, view] = [needed(table), table.view!];
  return count > 0 && !(view.options.fill_with_bots && freeChairs(view) >= count);
}

/** Whether the player on a chair is connected. */
export const isHere = ({ presence }: TableView, { seat }: Chair): boolean => presence.chairs.some((each) => each.seat === seat && each.connected);

/** Another player who is gone, and when they give up their chair. */
export function leavingFrom(table: Table): { name: string; until: string } | null {
  const gone = table.view!.presence.chairs.find(({ seat, connected, gives_up_at }) => seat !== table.mySeat && !connected && gives_up_at);
  const chair = gone ? table.chair(gone.seat) : null;
  return chair && gone?.gives_up_at ? { name: chair.name, until: gone.gives_up_at } : null;
}

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
