import { language, t } from "../../i18n/index.svelte";
import type { Table } from "../../table/table.svelte";
import { heroSeat, type State } from "./state";

export interface Asked {
  title: string;
  sub: string;
}

/** One sentence on the cloth that says what is asked, and one that says why. */
export function askWords(table: Table, state: State): Asked | null {
  const words = t().doudizhu;
  const decision = table.view?.hand?.decisions[0];
  const name = decision ? table.who(decision.seat).name : "";
  switch (state.stage) {
    case "opening":
    case "showing":
      return { title: words.showing, sub: "" };
    case "dealing":
      return { title: words.dealing, sub: "" };
    case "auction": {
      const isCall = state.calls.some(({ said }) => said.type === "call" || said.type === "rob");
      return { title: words.whoLandlord, sub: isCall ? words.callSub : words.whoLandlordSub };
    }
    case "doubling":
      return { title: words.doublingOn, sub: "" };
    case "playing":
      return playWords(table, state, name);
    case "over":
      return null;
  }
}

function playWords(table: Table, state: State, name: string): Asked {
  const words = t().doudizhu;
  const landlord = state.players.find((player) => player.seat === state.landlord);
  const isClose = landlord && landlord.cards <= 2 && landlord.seat !== table.mySeat;
  const close = isClose ? words.cardsLeft(words.landlord, landlord.cards) : "";
  const options = table.options && "doudizhu" in table.options ? table.options.doudizhu : null;
  if (!table.myDecision || options?.type !== "play") return { title: words.waits(name), sub: close };
  if (!options.to_beat) return { title: words.lead, sub: close || words.leadSub };
  if (options.count === 0) return { title: words.cannotBeat, sub: close };
  return { title: words.beat(words.kind[options.to_beat.kind] ?? options.to_beat.kind), sub: close };
}

/** How the hand ended, for whoever sits at the bottom. */
export function resultWords(table: Table, state: State): Asked | null {
  const words = t().doudizhu;
  if (!state.score) return { title: words.voided, sub: "" };
  const hero = heroSeat(table);
  const { landlord_won, multiplier } = state.score;
  const parts = [multiplier.bombs > 0 ? words.bombs(multiplier.bombs) : "", multiplier.spring ? words.spring[multiplier.spring] : ""];
  const sub = [landlord_won ? words.landlordWins : words.peasantsWin, ...parts, `×${multiplier.total}`].filter(Boolean).join(" · ");
  const net = table.view?.last_result?.players.find((player) => player.seat === hero)?.net ?? 0;
  const hasWon = landlord_won === (state.landlord === hero);
  return { title: `${hasWon ? words.youWin : words.youLose} ${language.signed(net)}`, sub };
}
