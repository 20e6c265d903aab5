import { api, ask } from "../api/client";
import { gameOf, type GameName, type Schemas } from "../api/types";
import { language, t } from "../i18n/index.svelte";

export type Offer = Schemas["TableOptions"];
type Rules = Schemas["NewGameRules"];

/** The tables of a game that the server offers, the smallest stake first. */
export async function offersOf(game: GameName): Promise<Offer[]> {
  const { presets } = await ask(() => api.GET("/v1/presets"));
  return presets.filter((offer) => gameOf(offer.game) === game).sort((one, other) => stakeOf(one.game) - stakeOf(other.game));
}

/** The stakes of a game as one number: the big blind, or the stake. */
export function stakeOf(game: Rules): number {
  if ("holdem" in game) return game.holdem.big_blind;
  return ("doudizhu" in game ? game.doudizhu.stake : game.shengji.stake) ?? ("doudizhu" in game ? 1 : 0);
}

/** The stakes of a game, on a key. */
export function stakes(game: Rules): string {
  if ("holdem" in game) return `${language.number(game.holdem.small_blind)}/${language.number(game.holdem.big_blind)}`;
  const stake = stakeOf(game);
  return stake ? language.number(stake) : t().stakes.noStake;
}
