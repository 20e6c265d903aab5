import type { Card, Schemas, Seat } from "../../api/types";
import { language, t } from "../../i18n/index.svelte";
import { eventsOf, ownResult, whoPlayed } from "../../table/result";
import type { Table } from "../../table/table.svelte";
import { playerAt, type State } from "./state";

export interface Factor {
  value: string;
  label: string;
  /** The text before it. */
  sign?: "×" | "=";
  sum?: boolean;
}

/** Bombs of this hand, as far as it is known which. */
function bombsOf(table: Table): { seat: Seat; reading: Schemas["DoudizhuReading"] }[] {
  return eventsOf(table).flatMap((event) => {
    const played = "doudizhu" in event && event.doudizhu.type === "played" ? event.doudizhu : null;
    return played && ["bomb", "rocket"].includes(played.reading.kind) ? [{ seat: played.seat, reading: played.reading }] : [];
  });
}

/** The number of bombs, and whether the rocket was played; it counts among the bombs. */
function explosions(table: Table, multiplier: Schemas["DoudizhuMultiplier"]): { bombs: number; rocket: boolean } {
  const known = bombsOf(table);
  const rocket = known.length === multiplier.bombs && known.some(({ reading }) => reading.kind === "rocket");
  return { bombs: multiplier.bombs - (rocket ? 1 : 0), rocket };
}

/** The number of factors that fit into one line. */
const most = 7;

/** The factors of the multiplier. `isTight`: all doublings are one factor. */
export function countOf(table: Table, state: State, isTight: boolean): Factor[] {
  const words = t().doudizhuResult.factor;
  const score = state.score!;
  const { base, open, spring, total } = score.multiplier;
  const { bombs, rocket } = explosions(table, score.multiplier);
  const own = score.payments.find(({ peasant }) => peasant === (table.view && ownResult(table.view)?.seat));
  const payments = own ? [own] : score.payments;
  const isSame = payments.every(({ factor, price }) => factor === payments[0]!.factor && price === payments[0]!.price);
  const doubles = isSame && payments[0] ? payments[0].factor / total : 1;
  const isCalled = state.calls.some(({ said }) => said.type === "call" || said.type === "rob");
  const factors: Factor[] = [
    ...(bombs > 0 ? [{ value: `${2 ** bombs}`, label: words.bomb(bombs) }] : []),
    ...(rocket ? [{ value: "2", label: words.rocket }] : []),
    ...(spring ? [{ value: "2", label: words[spring] }] : []),
    ...(open > 1 ? [{ value: `${open}`, label: words.open }] : []),
    ...(doubles > 1 ? [{ value: `${doubles}`, label: words.doubles }] : []),
  ];
  const whole = factors.reduce((product, { value }) => product * Number(value), 1);
  const stake = (table.view!.options.game as Schemas["GameRulesDoudizhu"]).doudizhu.stake;
  const tail = stake > 0 ? 3 : 1;
  const shown = factors.length > 1 && (isTight || factors.length + 1 + tail > most) ? [{ value: language.number(whole), label: words.doubled }] : factors;
  const prices = [...new Set(payments.map(({ price }) => price))].map((price) => language.number(price)).join(" + ");
  return [
    { value: `${base}`, label: isCalled ? words.call : words.bid },
    ...shown.map((factor): Factor => ({ ...factor, sign: "×" })),
    ...(shown.length > 0 || stake === 0 ? [{ value: language.number(total * doubles), label: words.times, sign: "=" as const, sum: true }] : []),
    ...(stake > 0
      ? [
          { value: language.number(stake), label: words.stake, sign: "×" as const },
          { value: prices, label: isSame ? words.each : words.price, sign: "=" as const, sum: shown.length === 0 },
        ]
      : []),
  ];
}

/** The reason for it, in one line. */
export function reasonOf(table: Table, state: State): string {
  const words = t().doudizhuResult;
  const { multiplier } = state.score!;
  const known = bombsOf(table);
  const only = known[0];
  if (multiplier.bombs === 1 && known.length === 1 && only && !multiplier.spring) {
    const { name } = whoPlayed(table, only.seat);
    return only.reading.kind === "rocket" ? words.oneRocket(name) : words.oneBomb(name, only.reading.main);
  }
  const { bombs, rocket } = explosions(table, multiplier);
  const parts = [bombs > 0 ? words.why.bombs(bombs) : "", rocket ? words.why.rocket : "", multiplier.spring ? words.why[multiplier.spring] : ""].filter(Boolean);
  return parts.length > 0 ? words.reasons(parts) : multiplier.open > 1 || state.players.some(({ doubled }) => doubled) ? "" : words.plain;
}

/** The last play of a player without cards. */
export function lastPlay(state: State, seat: Seat): Card[] | null {
  const player = playerAt(state, seat);
  return player?.cards === 0 && player.last_action?.type === "play" ? player.last_action.cards : null;
}
