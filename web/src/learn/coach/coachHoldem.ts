import type { GameAction, GameEvent } from "../../api/types";
import { chips, t } from "../../i18n/index.svelte";
import { rulesOf, shownHand, winnings } from "../../games/holdem/state";
import { madeWords } from "../../games/holdem/words";
import type { Table } from "../../table/table.svelte";
import { nameOf, oneOf, type Coach, type Lesson } from "./coach";

function lesson(table: Table, advised: GameAction | null): Lesson | null {
  const options = table.options && "holdem" in table.options ? table.options.holdem : null;
  if (!options) return null;
  const action = advised && "holdem" in advised ? advised.holdem : null;
  const { title, may, good } = t().guide.holdem;
  const bigBlind = rulesOf(table).big_blind;
  const amount = (chips_: number | null) => chips(chips_ ?? 0, bigBlind);
  const ways = [
    options.fold && !options.check && may.fold,
    options.check && may.check,
    options.call !== null && may.call(amount(options.call)),
    options.wager !== null && options.raise_min !== null && may[options.wager](amount(options.raise_min), amount(options.raise_max)),
    options.show && may.show,
    options.muck && may.muck,
    options.run_twice && may.twice,
  ].filter((way) => typeof way === "string");
  let does = "";
  if (action) does = action.type === "bet" || action.type === "raise" ? good[action.type](amount(action.to)) : (good[action.type as "fold"] ?? "");
  const asks = options.run_twice ? title.twice : options.show || options.muck ? title.end : options.check ? title.free : options.call !== null ? title.pay(amount(options.call)) : title.ask;
  return { title: asks, may: `${oneOf(ways)}${t().guide.stop}`, good: does, cards: [] };
}

const said: Record<string, string> = { folded: "fold", checked: "check", called: "call", bet: "bet", raised: "raise" };

function outcome(table: Table, events: GameEvent[], advised: GameAction): string | null {
  const action = "holdem" in advised ? advised.holdem : null;
  const ofGame = events.flatMap((event) => ("holdem" in event ? [event.holdem] : []));
  const own = ofGame.find((event) => "seat" in event && event.seat === table.mySeat && event.type in said);
  const state = shownHand(table)?.state;
  if (!own || !action || !state || said[own.type] === action.type) return null;
  const pot = state.middle + state.players.reduce((sum, player) => sum + player.bet, 0);
  const others = state.players.filter(({ seat, state }) => seat !== table.mySeat && state !== "folded" && state !== "mucked");
  return t().guide.holdem.outcome(chips(pot, rulesOf(table).big_blind), others.length);
}

function happened(table: Table): string {
  const state = shownHand(table)?.state;
  if (!state) return "";
  const { happened } = t().guide.holdem;
  const bigBlind = rulesOf(table).big_blind;
  return [...winnings(state)]
    .map(([seat, won]) => {
      const best = state.awards.flatMap(({ shares }) => shares).find((share) => share.seat === seat && share.best)?.best;
      const isYou = seat === table.mySeat;
      return best ? happened.with(nameOf(table, seat), chips(won, bigBlind), madeWords(best), isYou) : happened.wins(nameOf(table, seat), chips(won, bigBlind), isYou);
    })
    .join(" ");
}

export const coach: Coach = { lesson, outcome, happened };
