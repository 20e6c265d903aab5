import { gameOf, type Chair, type Seat, type TableView } from "../api/types";
import { language, t } from "../i18n/index.svelte";
import { serverNow } from "../state/clock";
import { session } from "../state/session.svelte";
import { leastAt, playersOf } from "../table/waits";
import { buyIn } from "./seats";

/** A chair that a newcomer can have, and the computer that gives it up. */
export interface Offered {
  seat: Seat;
  instead: Chair | null;
}

/**
 * The chair that is offered: a free one before that of a computer, and at Shengji the one opposite the host before
 * others.
 */
export function chairFor(view: TableView): Offered | null {
  const chairs = new Map(view.chairs.map((chair) => [chair.seat, chair]));
  const seats = Array.from({ length: view.options.seats }, (_, seat) => seat);
  const isOffered = ({ instead }: Offered) => !instead || (instead.computer !== null && !instead.next);
  const offers = seats.map((seat) => ({ seat, instead: chairs.get(seat) ?? null })).filter(isOffered);
  const host = hostOf(view);
  const isPartner = ({ seat }: Offered) => gameOf(view.options.game) === "shengji" && host !== null && seat === (host.seat + 2) % 4;
  const free = offers.filter(({ instead }) => !instead);
  return free.find(isPartner) ?? free[0] ?? offers.find(isPartner) ?? offers[0] ?? null;
}

/** The host, if they sit at their table. */
export function hostOf(view: TableView): Chair | null {
  return view.chairs.find(({ player }) => player === view.host) ?? null;
}

/** The host. */
export function hostName(view: TableView): string | null {
  return view.host_name || (hostOf(view)?.name ?? null);
}

type Fact = [figure: string, words: string];

/** The stakes, the buy-in, and the number of players. */
export function factsOf(view: TableView, offered: Offered | null): Fact[] {
  const { options } = view;
  const { game } = options;
  const words = t().invitation;
  const stake: Fact =
    "holdem" in game
      ? [`${language.number(game.holdem.small_blind)}/${language.number(game.holdem.big_blind)}`, words.blinds]
      : "doudizhu" in game
        ? [language.number(game.doudizhu.stake), words.aPoint]
        : "shengji" in game && game.shengji.stake > 0
          ? [language.number(game.shengji.stake), words.aLevel]
          : [words.from2, words.packs];
  const bring: Fact = options.max_buy_in === 0 ? [words.noChips, words.needed] : [bringing(options), words.toBring];
  const taken = view.chairs.length + (offered && !offered.instead ? 1 : 0);
  return [stake, bring, [words.ofSeats(taken, options.seats), offered ? words.withYou : words.taken]];
}

/** The buy-in. That of a guest is not known before: then it is the range, if it is wide. */
function bringing(options: TableView["options"]): string {
  if (session.signedIn) return language.number(buyIn(options));
  const { min_buy_in: least, max_buy_in: most } = options;
  return most <= 5_000 || least === most ? language.number(most) : `${language.number(least)}–${language.number(most)}`;
}

/** When a player who sits down now gets cards. */
export function whenDealt(view: TableView, offered: Offered): string {
  const words = t().invitation;
  if (view.hand) {
    const seconds = secondsLeft(view);
    if (seconds === null) return words.next;
    return seconds < 5 ? words.nextSoon : words.nextIn(seconds - (seconds % 5));
  }
  if (view.paused) return words.paused;
  const missing = leastAt(gameOf(view.options.game)) - playersOf(view).length - (offered.instead ? 0 : 1);
  if (missing > 0 && !view.options.fill_with_bots) return words.missing(missing);
  if (view.options.dealing.type === "when_ready") return words.whenReady;
  if (view.options.dealing.type === "by_hand") return words.byHand;
  const wait = view.next_hand_at ? Math.ceil((Date.parse(view.next_hand_at) - serverNow()) / 1000) : 0;
  return wait > 3 ? words.inSeconds(wait) : words.atOnce;
}

/** About how long the current hand will still take; null if that is unknown. */
function secondsLeft({ hand, typical_hand_seconds }: TableView): number | null {
  if (!hand?.started_at || !typical_hand_seconds) return null;
  return Math.max(0, Math.round(typical_hand_seconds - (serverNow() - Date.parse(hand.started_at)) / 1000));
}
