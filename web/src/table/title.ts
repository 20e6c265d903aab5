import { chips, t } from "../i18n/index.svelte";
import type { Schemas } from "../api/types";
import type { Table } from "./table.svelte";

/** The stakes of a table, for the lobby and the header. */
export function stakesOf(options: Schemas["TableOptions"]): string {
  const game = options.game;
  if ("holdem" in game) {
    const { betting, small_blind, big_blind } = game.holdem;
    return `${t().stakes.betting[betting]} ${chips(small_blind)}/${chips(big_blind)}`;
  }
  const stake = "doudizhu" in game ? game.doudizhu.stake : "shengji" in game ? game.shengji.stake : null;
  // A game that only a newer server has.
  if (stake === null) return "";
  return stake ? t().stakes.stake(chips(stake)) : t().stakes.noStake;
}

export function titleOf(table: Table): string {
  const view = table.view!;
  const number = view.hand?.number ?? view.last_result?.number;
  const stakes = stakesOf(view.options);
  // The header of Dou Dizhu has the bottom cards and needs the room.
  if (number && table.game === "doudizhu") return stakes;
  return `${stakes} · ${number ? t().table.hand(number) : t().table.waiting}`;
}
