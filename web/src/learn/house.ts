import type { Schemas } from "../api/types";
import { chips, t } from "../i18n/index.svelte";

/** The options of a table that differ from the five rows: a sentence, and one or two words for its picture. */
export interface HouseRule {
  sign: string;
  text: string;
}

export function houseRules(rules: Schemas["GameRules"]): HouseRule[] {
  if ("holdem" in rules) return holdem(rules.holdem);
  if ("doudizhu" in rules) return doudizhu(rules.doudizhu);
  return "shengji" in rules ? shengji(rules.shengji) : [];
}

/** Only those that apply. */
function holding(each: [holds: boolean, sign: string, text: string][]): HouseRule[] {
  return each.filter(([holds]) => holds).map(([, sign, text]) => ({ sign, text }));
}

function holdem({ ante, betting, run_it_twice, straddle }: Schemas["HoldemRules"]): HouseRule[] {
  const { house, sign } = t().learn;
  const words = house.holdem;
  return holding([
    [betting === "pot_limit", t().stakes.betting.pot_limit, words.pot_limit],
    [betting === "fixed_limit", t().stakes.betting.fixed_limit, words.fixed_limit],
    [ante.type !== "none", sign.ante, words.ante],
    [straddle === "voluntary", t().holdem.straddle, words.straddle],
    [straddle === "mandatory", t().holdem.straddle, words.must_straddle],
    [run_it_twice, sign.twice, words.twice],
  ]);
}

function doudizhu({ bidding, doubling, open_hand, wild }: Schemas["DoudizhuRules"]): HouseRule[] {
  const words = t().learn.house.doudizhu;
  const signs = t().doudizhu;
  return holding([
    [bidding === "call_rob", `${signs.callIt} · ${signs.robIt}`, words.rob],
    [wild === "one", signs.wild, words.wild],
    [wild === "two", signs.wild, words.wilds],
    [doubling, signs.doubleIt, words.double],
    [open_hand, signs.open, words.open],
  ]);
}

const skipped = { none: "", ace: "A", five_ten_king_ace: "5 10 K A", two_five_ten_jack_king_ace: "2 5 10 J K A" };

function shengji({ adjacency, hook_jack, must_play, stake, steal, throw_penalty }: Schemas["ShengjiRules"]): HouseRule[] {
  const { house, sign } = t().learn;
  const words = house.shengji;
  const levels = skipped[must_play];
  return holding([
    [stake > 0, t().stakes.stake(chips(stake)), words.stake(chips(stake))],
    [steal, sign.steal, words.steal],
    [adjacency.permanent_twos, sign.twos, words.twos],
    [levels !== "", levels, words.must(levels)],
    [hook_jack, sign.hook, words.hook],
    [throw_penalty !== "none", sign.penalty, words.penalty],
  ]);
}
