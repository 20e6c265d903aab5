import type { Who } from "../table/who";
import shared from "../../../crates/client/words/en/start.json" with { type: "json" };

const suits = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };
const verb = (who: Who, third: string, second: string) => `${who.name} ${who.you ? second : third}`;
const ranks: Record<string, string> = { A: "ace", K: "king", Q: "queen", J: "jack", T: "ten" };

/** The texts of the first screen and of a table in play. All others come in parts, with the screens that need them. */
export const en = {
  game: shared.game,
  about: shared.about,
  name: "English",
  gameAlso: { holdem: "", doudizhu: "斗地主", shengji: "双升" },
  card(rank: string, suit: string): string {
    if (suit === "joker") return shared.joker[rank as "1"];
    return `${ranks[rank] ?? rank} of ${suits[suit as keyof typeof suits]}`;
  },
  rank: (card: string) => (card.charAt(0) === "X" ? shared.joker[card.charAt(1) as "1"] : card.charAt(0) === "T" ? "10" : card.charAt(0)),
  hiddenCard: "hidden card",
  lifted: "lifted",
  how: "How it is played",
  guided: "First hand with a guide",
  cannotBePlayed: "cannot be played now",
  problem: {
    offline: "No connection. Your move was not sent.",
    internal: "The server failed. Try again in a moment.",
    refused: "The server refused that.",
    stale: "Something else happened first. Choose again.",

  },

  welcome: {
    ...shared.welcome,
    sub: "A name, a game, and you are seated.",
    another: "Another name",
    account: "I have an account",
    asGuest: "Play as a guest",
    login: "Login",
    password: "Password",
    signIn: "Sign in",
    sitDown: "Sit down",
    withCode: "I have a code",
    forgot: "I forgot the password",
    claim: "I play on another device",
  },

  /** The choice of opponents. */
  company: {
    ...shared.company,
    label: "Play with",
    people: "People",
    sub: "computers, cards at once",
    peopleSub: "cards when enough are there",
  },

  stakes: {
    ...shared.stakes,
    stake: (chips: string) => `Stake ${chips}`,
  },

  waits: {
    ...shared.waits,
    play: "Play",
    thinks: (who: Who) => verb(who, "thinks", "think"),
  },

  table: {
    ...shared.table,
    waiting: shared.waits.waiting,
    yourTurn: shared.waits.yourTurn,
    menu: "Menu",
    toLobby: "To the lobby",
    hand: (number: number) => `hand ${number}`,
    away: "Away",
    shut: "Close",
    seconds: (count: number) => `${count} s`,
    left: (count: number) => `${count} s left`,
    bank: (count: number) => `+${count} s bank`,
    onBank: "on your time bank",
    thinks: (who: Who) => verb(who, "thinks", "think"),
    computer: (level: number) => `computer player, level ${level} of 3`,
    amount: "Amount",
    dealer: "dealer",
    pressAgain: "Again to confirm",
    card: (name: string) => `${name}, card`,
  },

  line: {
    lost: "Connection lost",
    again: (seconds: number) => `again in ${seconds} s`,
    now: "Now",
    back: "Connected again",
    newer: "The server is newer than this page.",
    missing: "A part of this page could not be loaded.",
    reload: "Reload",
  },

};

export const parts = {
  problems: async () => ({ problem: (await import("./en.problems")).problem }),
  rooms: async () => (await import("./en.rooms")).rooms,
  table: async () => (await import("./en.table")).table,
  people: async () => (await import("./en.people")).people,
  learn: async () => ({ learn: (await import("./en.learn")).learn }),
  coming: async () => (await import("./en.coming")).coming,
  result: async () => (await import("./en.result")).result,
  sit: async () => ({ sit: (await import("./en.sit")).sit }),
  guide: async () => ({ guide: (await import("./en.guide")).guide }),
  tournament: async () => ({ tour: (await import("./en.tournament")).tournament }),
  inplay: async () => ({ inplay: (await import("./en.inplay")).inplay }),
  events: async () => ({ events: (await import("./en.events")).events }),
  holdem: async () => ({ holdem: (await import("./en.holdem")).holdem }),
  doudizhu: async () => ({ doudizhu: (await import("./en.doudizhu")).doudizhu }),
  shengji: async () => ({ shengji: (await import("./en.shengji")).shengji }),
};

export type Part = keyof typeof parts;
type All<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer Whole) => void ? Whole : never;
export type Words = typeof en & All<Awaited<ReturnType<(typeof parts)[Part]>>>;
