import type { Schemas } from "../src/api/types";
import { contest, levels, read, shove, until } from "./contests";
import { act, asked, call, deal, guest, makeLandlord, openTable, view, type Guest } from "./players";

/** The address of a page, and its player; without a sign-in if `me` is null. */
export interface Scene {
  me: Guest | null;
  path: string;
  /** The table at which the guide of the first hand is on. */
  guided?: string;
}

const byHand = { dealing: { type: "by_hand" as const }, decision_seconds: 60, time_bank_seconds: 30 };
const holdem: Schemas["NewGameRules"] = { holdem: { betting: "no_limit", small_blind: 5, big_blind: 10, run_it_twice: true, showdown_seconds: 0 } };
const names = ["Quiet Heron", "Bob", "小明", "Dee", "Eva", "Long-Named Fred"];

type Holdem = Schemas["HoldemOptions"];
type Cards = { suggested: string[] };

const sit = (at: string, count: number) => Promise.all(names.slice(0, count).map((name) => guest(name, at)));
const optionsOf = async (table: string, who: Guest) => (await view(table, who)).you!.options!;
const holdemOf = async (table: string, who: Guest) => ((await optionsOf(table, who)) as Schemas["GameOptionsHoldem"]).holdem;

/** Plays Hold'em until this holds, each by their orders. */
async function playHoldem(table: string, guests: Guest[], how: (seat: number, options: Holdem) => Schemas["HoldemAction"] | null): Promise<void> {
  for (let moves = 0; moves < 60 && (await view(table, guests[0]!)).hand; moves++) {
    const { hand } = await view(table, guests[0]!);
    const seat = hand!.decisions[0]?.seat;
    if (seat === undefined) return;
    const action = how(seat, await holdemOf(table, guests[seat]!));
    if (!action) return;
    await act(table, guests[seat]!, { holdem: action });
  }
}

const along = (options: Holdem): Schemas["HoldemAction"] => (options.check ? { type: "check" } : { type: "call" });

async function holdemTable(at: string, count = 6, buyIns: number[] = []): Promise<{ guests: Guest[]; table: string }> {
  const guests = await sit(at, count);
  const table = await openTable(guests, holdem, { ...byHand, name: "Kitchen table", min_buy_in: 400, max_buy_in: 1000 }, buyIns);
  await deal(table, guests[0]!);
  return { guests, table };
}

/** A flop of four players, and a bet before one's own turn; or, with `isNext`, before another player's. */
async function flop(at: string, isNext: boolean): Promise<Scene> {
  const { guests, table } = await holdemTable(at);
  let bets = 0;
  await playHoldem(table, guests, (seat, options) => {
    if (bets === 0 && options.check && options.wager === "bet") return (bets += 1), { type: "bet", to: 60 };
    if (bets > 0 && (seat === 0) !== isNext) return null;
    if (bets > 0 && seat !== 0) return bets++ < 2 ? { type: "call" } : isNext ? null : { type: "fold" };
    return bets === 0 && seat === 4 ? { type: "fold" } : along(options);
  });
  return { me: guests[0]!, path: `/t/${table}` };
}

async function allIn(at: string): Promise<{ guests: Guest[]; table: string }> {
  const { guests, table } = await holdemTable(at, 4, [1000, 400, 700, 1000]);
  await playHoldem(table, guests, (seat, options) => {
    if (options.run_twice) return { type: "run_twice", agree: true };
    if (options.wager && options.raise_max !== null && seat !== 3) return { type: options.wager, to: options.raise_max };
    return seat === 3 && options.fold ? { type: "fold" } : along(options);
  });
  return { guests, table };
}

async function doudizhu(at: string, landlord: number | null): Promise<{ guests: Guest[]; table: string }> {
  const guests = await sit(at, 3);
  const table = await openTable(guests, { doudizhu: { stake: 10, card_millis: 0 } }, { ...byHand, name: "Tea house", min_buy_in: 5000, max_buy_in: 5000 });
  await deal(table, guests[0]!);
  if (landlord === null) while ((await asked(table, guests)) !== 0) await act(table, guests[await asked(table, guests)]!, { doudizhu: { type: "pass" } });
  else await makeLandlord(table, guests, landlord);
  return { guests, table };
}

/** Plays Dou Dizhu by advice; no seat passes if it can play. */
async function playDoudizhu(table: string, guests: Guest[], until: (seat: number, moves: number) => boolean): Promise<void> {
  for (let moves = 0; (await view(table, guests[0]!)).hand; moves++) {
    const seat = await asked(table, guests);
    if (until(seat, moves)) return;
    const options = ((await optionsOf(table, guests[seat]!)) as Schemas["GameOptionsDoudizhu"]).doudizhu as Schemas["DoudizhuOptionsPlay"];
    const advised = options.suggested[0];
    await act(table, guests[seat]!, { doudizhu: advised ? { type: "play", cards: advised.cards } : { type: "pass" } });
  }
}

const stageOf = async (table: string, who: Guest) => ((await view(table, who)).hand?.state as Schemas["GameViewShengji"] | undefined)?.shengji.stage;
const shengjiOf = async (table: string, who: Guest) => ((await optionsOf(table, who)) as Schemas["GameOptionsShengji"]).shengji;

async function shengji(at: string): Promise<{ guests: Guest[]; table: string }> {
  const guests = await sit(at, 4);
  const table = await openTable(guests, { shengji: { card_millis: 0, declaring_seconds: 60 } }, { ...byHand, name: "Courtyard" });
  for (;;) {
    await deal(table, guests[0]!);
    const options = await shengjiOf(table, guests[0]!);
    if (options.type === "declare" && options.choices.length > 0) return { guests, table };
    for (const { seat } of (await view(table, guests[0]!)).hand!.decisions) await act(table, guests[seat]!, { shengji: { type: "pass" } });
  }
}

/** One declares, and no other overturns it. */
async function declared(at: string): Promise<{ guests: Guest[]; table: string }> {
  const { guests, table } = await shengji(at);
  const options = (await shengjiOf(table, guests[0]!)) as Schemas["ShengjiOptionsDeclare"];
  const { card, pair } = options.choices.at(-1)!;
  await act(table, guests[0]!, { shengji: { type: "declare", card, pair } });
  for (const { seat } of (await view(table, guests[0]!)).hand!.decisions) await act(table, guests[seat]!, { shengji: { type: "pass" } });
  return { guests, table };
}

async function playShengji(table: string, guests: Guest[], until: (seat: number, moves: number) => boolean | Promise<boolean>): Promise<void> {
  if ((await stageOf(table, guests[0]!)) === "burying") {
    const { suggested } = (await shengjiOf(table, guests[0]!)) as Schemas["ShengjiOptionsBury"];
    await act(table, guests[0]!, { shengji: { type: "bury", cards: suggested } });
  }
  for (let moves = 0; (await view(table, guests[0]!)).hand; moves++) {
    const { seat } = (await view(table, guests[0]!)).hand!.decisions[0]!;
    if (await until(seat, moves)) return;
    const { suggested } = (await shengjiOf(table, guests[seat]!)) as unknown as Cards;
    await act(table, guests[seat]!, { shengji: { type: "play", cards: suggested } });
  }
}

/** A hand of Hold'em that is over, by checking and calling. */
async function over(at: string): Promise<{ guests: Guest[]; table: string; hand: string }> {
  const { guests, table } = await holdemTable(at, 4);
  let bets = 0;
  await playHoldem(table, guests, (seat, options) => {
    if (seat === 3 && options.fold && !options.check) return { type: "fold" };
    return options.check && options.wager === "bet" && bets < 2 ? ((bets += 1), { type: "bet", to: 40 }) : along(options);
  });
  return { guests, table, hand: (await view(table, guests[0]!)).last_hand! };
}

/** All pass to the landlord, who plays out in front of them: spring. `me` is the landlord, or one of the others. */
async function spring(at: string, me: number): Promise<Scene> {
  const { guests, table } = await doudizhu(at, 0);
  while ((await view(table, guests[0]!)).hand) {
    const seat = await asked(table, guests);
    const { suggested } = ((await optionsOf(table, guests[seat]!)) as Schemas["GameOptionsDoudizhu"]).doudizhu as Schemas["DoudizhuOptionsPlay"];
    await act(table, guests[seat]!, { doudizhu: seat === 0 ? { type: "play", cards: suggested[0]!.cards } : { type: "pass" } });
  }
  return { me: guests[me]!, path: `/t/${table}` };
}

type Asked = { type?: string; points?: number[]; suggested?: unknown[] };

/** A first hand with the guide, until cards are to be played; Hold'em until the first decision. */
async function guided(at: string, game: Schemas["NewGameRules"]): Promise<Scene> {
  const me = await guest(names[0]!, at);
  const [min_buy_in, seats] = "holdem" in game ? [1000, 4] : [0, "shengji" in game ? 4 : 3];
  const options = { name: "First hand", game, seats, min_buy_in, max_buy_in: min_buy_in, bots: "host", decision_seconds: 600, fill_with_bots: { level: "novice", after_seconds: 0 } };
  const { table } = await call<Schemas["TableAnswer"]>("POST", "/v1/tables", me.token, { ...options, access: "invite", sit: { buy_in: min_buy_in } }, at);
  const id = table!.id;
  for (;;) {
    const asks = (await view(id, me)).you!.options;
    const [how] = Object.values(asks ?? {}) as Asked[];
    const ahead = { bid: { doudizhu: { type: "bid", points: how?.points?.at(-1) } }, declare: { shengji: { type: "pass" } }, bury: { shengji: { type: "bury", cards: how?.suggested } } }[how?.type ?? ""];
    if (how && !ahead) break;
    if (ahead) await act(id, me, ahead as Schemas["GameAction"]);
    else await new Promise((wake) => setTimeout(wake, 200));
  }
  return { me, path: `/t/${id}`, guided: id };
}

const later = (minutes: number) => new Date(Math.ceil(Date.now() / 60_000 + minutes) * 60_000).toISOString();

/** The tournaments of a club: one that starts at a set time, and others that start when they are full. */
async function club(at: string): Promise<{ guests: Guest[]; scheduled: string }> {
  const guests = await sit(at, 6);
  const [me, bob, cid, dee, eva, fred] = guests as [Guest, Guest, Guest, Guest, Guest, Guest];
  const open = { max_entrants: 6, prize: 50 };
  await contest([bob, cid, dee, eva], { seats: 6, minutes: 35 }, { ...open, name: "Six, turbo" });
  await contest([fred], { seats: 9 }, { name: "Nine with computers", max_entrants: 9, prize: 20, fill_with_bots: { level: "novice", after_seconds: 600 } });
  const terms = { seats: 9, starting_chips: 10_000, speed: "standard" as const, minutes: 180, late_level: 6, rebuy: { price: 100, chips: 10_000, until_level: 6, most: 3 }, add_on: { price: 100, chips: 10_000 } };
  const scheduled = await contest(guests.slice(1), terms, { name: "Sunday club", max_entrants: 100, prize: 100, starts_at: later(134) });
  await contest([], { seats: 9, bounty: 50, bounties: "progressive" }, { name: "小明的锦标赛，名字很长很长很长", max_entrants: 300, prize: 0, starts_at: later(4_400) }, cid);
  const playing = await contest([dee, eva], { seats: 2, starting_chips: 5_000, speed: "deep" }, { name: "One on one", max_entrants: 2, decision_seconds: 600 });
  await until(playing, dee, ({ phase }) => phase === "playing");
  await contest([me, bob, cid], { seats: 9 }, { name: "Tea for eighteen", max_entrants: 18, prize: 100 });
  return { guests, scheduled };
}

/** A sit & go of nine at its first hand, until it is the first guest's turn. */
async function nine(at: string): Promise<Scene> {
  const guests = await Promise.all([...names, "Gus", "Hana", "Ines"].map((name) => guest(name, at)));
  const id = await contest(guests, { seats: 9 }, { decision_seconds: 600 });
  const { tables } = await until(id, guests[0]!, ({ phase }) => phase === "playing");
  const table = tables[0]!.table;
  const seats = new Map((await view(table, guests[0]!)).chairs.map(({ seat, player }) => [seat, guests.find(({ welcome }) => welcome.player.id === player)!]));
  let raises = 0;
  for (let seat = await asked(table, guests); seats.get(seat) !== guests[0]; seat = await asked(table, guests)) {
    await act(table, seats.get(seat)!, { holdem: raises++ === 0 ? { type: "raise", to: 60 } : { type: "fold" } });
  }
  return { me: guests[0]!, path: `/t/${table}` };
}

/** Some at two tables, after a hand at each. */
async function twoTables(at: string): Promise<{ guests: Guest[]; id: string }> {
  const guests = await sit(at, 6);
  const id = await contest(guests, { seats: 4, starting_chips: 2_000 }, { decision_seconds: 600 });
  await until(id, guests[0]!, ({ phase, tables }) => phase === "playing" && tables.length === 2);
  return { guests, id };
}

/** The recorded scenes, by name, with the steps that lead there on a server without other players. */
export const scenes: Record<string, (at: string) => Promise<Scene>> = {
  welcome: async () => ({ me: null, path: "/" }),
  lobby: async (at) => {
    const { me } = await flop(at, false);
    const [bob, cid, dee] = await Promise.all(["Bob", "小明", "Dee"].map((name) => guest(name, at)));
    await openTable([me!], { shengji: {} }, { ...byHand, name: "Courtyard", seats: 4 });
    await openTable([bob!, cid!], { doudizhu: { stake: 10 } }, { ...byHand, name: "小明的茶馆", seats: 3, min_buy_in: 1000, max_buy_in: 2000 });
    await openTable([cid!], holdem, { ...byHand, name: "A very long name for a table", seats: 9, min_buy_in: 400, max_buy_in: 1000 });
    await openTable([dee!], { shengji: {} }, { ...byHand, name: "Four friends", seats: 4 });
    return { me, path: "/" };
  },
  waiting: async (at) => {
    const [me, bob] = (await sit(at, 2)) as [Guest, Guest];
    return { me, path: `/t/${await openTable([me, bob], { shengji: {} }, { ...byHand, name: "Courtyard", seats: 4 })}` };
  },
  "holdem.turn": (at) => flop(at, false),
  "holdem.ahead": (at) => flop(at, true),
  "holdem.allin": async (at) => {
    const { guests, table } = await allIn(at);
    return { me: guests[0]!, path: `/t/${table}` };
  },
  "holdem.result": async (at) => {
    const { guests, table } = await over(at);
    return { me: guests[0]!, path: `/t/${table}` };
  },
  "holdem.pots": async (at) => {
    const { guests, table } = await allIn(at);
    while ((await view(table, guests[0]!)).hand) await new Promise((wake) => setTimeout(wake, 200));
    return { me: guests[0]!, path: `/t/${table}` };
  },
  "holdem.broke": async (at) => {
    // The loser of all chips is random: before long there is one.
    for (;;) {
      const { guests, table } = await allIn(at);
      const broke = (await view(table, guests[0]!)).chairs.find(({ chips }) => chips === 0);
      if (broke) return { me: guests[broke.seat]!, path: `/t/${table}` };
    }
  },
  "holdem.next": async (at) => {
    const { guests, table } = await holdemTable(at, 3);
    await call("DELETE", `/v1/tables/${table}/seats/me`, guests[2]!.token, undefined, at);
    await playHoldem(table, guests, (_, options) => (options.fold ? { type: "fold" } : null));
    const dee = await guest("Dee", at);
    await call("POST", `/v1/tables/${table}/seats`, dee.token, { buy_in: 1000, seat: 2 }, at);
    await call("POST", `/v1/tables/${table}/seats/me/sit-out`, dee.token, undefined, at);
    await deal(table, guests[0]!);
    await call("POST", `/v1/tables/${table}/seats/me/return`, dee.token, {}, at);
    return { me: dee, path: `/t/${table}` };
  },
  "doudizhu.auction": async (at) => {
    const { guests, table } = await doudizhu(at, null);
    return { me: guests[0]!, path: `/t/${table}` };
  },
  "doudizhu.play": async (at) => {
    const { guests, table } = await doudizhu(at, 1);
    await playDoudizhu(table, guests, (seat, moves) => seat === 0 && moves > 3);
    return { me: guests[0]!, path: `/t/${table}` };
  },
  "doudizhu.lead": async (at) => {
    const { guests, table } = await doudizhu(at, 0);
    return { me: guests[0]!, path: `/t/${table}` };
  },
  "doudizhu.result": async (at) => {
    const { guests, table } = await doudizhu(at, 1);
    await playDoudizhu(table, guests, () => false);
    return { me: guests[0]!, path: `/t/${table}` };
  },
  "doudizhu.won": (at) => spring(at, 0),
  "doudizhu.lost": (at) => spring(at, 1),
  "shengji.declare": async (at) => {
    const { guests, table } = await shengji(at);
    return { me: guests[0]!, path: `/t/${table}` };
  },
  "shengji.bury": async (at) => {
    const { guests, table } = await declared(at);
    return { me: guests[0]!, path: `/t/${table}` };
  },
  "shengji.follow": async (at) => {
    const { guests, table } = await declared(at);
    await playShengji(table, guests, async (seat, moves) => {
      const { trick } = ((await view(table, guests[0]!)).hand!.state as Schemas["GameViewShengji"]).shengji;
      return seat === 0 && moves > 8 && trick!.plays.length >= 2;
    });
    return { me: guests[0]!, path: `/t/${table}` };
  },
  "shengji.result": async (at) => {
    const { guests, table } = await declared(at);
    await playShengji(table, guests, () => false);
    return { me: guests[0]!, path: `/t/${table}` };
  },
  "holdem.contest": (at) => nine(at),
  "holdem.break": async (at) => {
    const guests = await sit(at, 6);
    const id = await contest(guests, { seats: 6, structure: levels([1, 600], 600) }, { decision_seconds: 600 });
    const { tables } = await until(id, guests[0]!, ({ phase }) => phase === "playing");
    const table = tables[0]!.table;
    for (const end = Date.now() + 60_000; Date.now() < end && !(await read(id, guests[0]!)).on_break; ) {
      for (const each of guests) {
        const { you } = await view(table, each);
        if (you?.options) await act(table, each, { holdem: { type: "fold" } }).catch(() => {});
      }
    }
    return { me: guests[0]!, path: `/t/${table}` };
  },
  tournaments: async (at) => ({ me: (await club(at)).guests[0]!, path: "/tournaments" }),
  tournament: async (at) => {
    const { guests, scheduled } = await club(at);
    return { me: guests[0]!, path: `/tournaments/${scheduled}` };
  },
  "tournament.out": async (at) => {
    const guests = await sit(at, 6);
    const id = await contest(guests, { seats: 6, starting_chips: 200, payouts: { type: "weights", weights: [5, 4, 3, 2, 1] } }, { decision_seconds: 600, name: "Friday night" });
    const { tables } = await until(id, guests[0]!, ({ phase }) => phase === "playing");
    for (;;) {
      for (const each of guests) await shove(tables[0]!.table, each);
      for (const each of guests) if ((await read(id, each)).you!.place) return { me: each, path: `/tournaments/${id}/out` };
    }
  },
  "tournament.host": async (at) => {
    const { guests, id } = await twoTables(at);
    return { me: guests[0]!, path: `/tournaments/${id}/host` };
  },
  "tournament.board": async (at) => {
    const { guests, id } = await twoTables(at);
    return { me: guests[0]!, path: `/tournaments/${id}/board` };
  },
  "guide.holdem": (at) => guided(at, holdem),
  "guide.doudizhu": (at) => guided(at, { doudizhu: { stake: 0, card_millis: 0 } }),
  "guide.shengji": (at) => guided(at, { shengji: { card_millis: 0 } }),
  "how.holdem": async () => ({ me: null, path: "/learn/holdem" }),
  "how.doudizhu": async () => ({ me: null, path: "/learn/doudizhu" }),
  "how.shengji": async () => ({ me: null, path: "/learn/shengji" }),
  invitation: async (at) => {
    const [anna, bob] = (await sit(at, 2)) as [Guest, Guest];
    const table = await openTable([anna], { doudizhu: { stake: 10 } }, { ...byHand, name: "Tea house", seats: 3, min_buy_in: 500, max_buy_in: 2000, access: "invite", bots: "host" });
    const code = (await view(table, anna)).you!.invite_code!;
    await call("POST", `/v1/tables/${table}/seats`, bob.token, { buy_in: 1000, invite_code: code }, at);
    return { me: null, path: `/t/${table}#${code}` };
  },
  replay: async (at) => {
    const { guests, hand } = await over(at);
    return { me: guests[0]!, path: `/h/${hand}` };
  },
  profile: async (at) => ({ me: (await over(at)).guests[0]!, path: "/me" }),
  hands: async (at) => ({ me: (await over(at)).guests[0]!, path: "/me/hands" }),
  ledger: async (at) => ({ me: (await over(at)).guests[0]!, path: "/me/ledger" }),
  friends: async (at) => {
    const { guests } = await over(at);
    const [me, bob, cid] = guests as [Guest, Guest, Guest];
    const wish = (from: Guest, to: Guest) => call("PUT", `/v1/me/friends/${to.welcome.player.id}`, from.token, undefined, at);
    await wish(me, bob);
    await wish(bob, me);
    await wish(cid, me);
    return { me, path: "/me/friends" };
  },
  account: async (at) => ({ me: await guest(names[0]!, at), path: "/me/account" }),
  settings: async (at) => ({ me: await guest(names[0]!, at), path: "/settings" }),
};
