import type { GameName, NewTable } from "../api/types";

type Preset = Pick<NewTable, "game" | "min_buy_in" | "max_buy_in" | "decision_seconds">;
type Presets = Record<"calm" | "usual" | "high", Preset>;

function holdem(small: number, decision_seconds: number): Preset {
  const big = small * 2;
  const game = { holdem: { betting: "no_limit" as const, small_blind: small, big_blind: big, run_it_twice: true } };
  return { game, min_buy_in: big * 40, max_buy_in: big * 100, decision_seconds };
}

function doudizhu(stake: number, decision_seconds: number): Preset {
  return { game: { doudizhu: { stake } }, min_buy_in: stake * 50, max_buy_in: Math.max(stake * 200, 1), decision_seconds };
}

function shengji(stake: number, decision_seconds: number): Preset {
  return { game: { shengji: { stake } }, min_buy_in: stake * 10, max_buy_in: stake * 100, decision_seconds };
}

/** Three tables of each game: slow and cheap, as usual, and for more. */
export function presets(game: GameName): Presets {
  switch (game) {
    case "holdem":
      return { calm: holdem(1, 45), usual: holdem(5, 20), high: holdem(25, 20) };
    case "doudizhu":
      return { calm: doudizhu(1, 45), usual: doudizhu(10, 20), high: doudizhu(50, 15) };
    case "shengji":
      return { calm: shengji(0, 60), usual: shengji(0, 30), high: shengji(50, 30) };
  }
}
