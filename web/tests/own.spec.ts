import { expect, type Page } from "@playwright/test";
import type { Schemas } from "../src/api/types";
import { act, asked, call, close, deal, guest, makeLandlord, openTable, pageOf, phone, press, server, site, stay, tabTo, view, type Guest, type Watched } from "./players";
import { test } from "./test";

/** One's own hands: the ways to play, the company, the next hand, and a player without chips. */
const holdem: Schemas["NewGameRules"] = { holdem: { betting: "no_limit", small_blind: 5, big_blind: 10, showdown_seconds: 0 } };
const doudizhu: Schemas["NewGameRules"] = { doudizhu: { stake: 1, card_millis: 0 } };
const byHand = { dealing: { type: "by_hand" as const }, decision_seconds: 300 };

const onPhone = (browser: Parameters<typeof pageOf>[0], who: Guest, table: string): Promise<Watched> => pageOf(browser, who, `/t/${table}`, { motion: "off" }, site, phone);

async function fromMenu(page: Page, entry: string): Promise<void> {
  await page.getByRole("button", { name: "Menu" }).tap();
  await page.getByRole("dialog").getByRole("button", { name: entry, exact: true }).tap();
}

async function bringBots(table: string, host: Guest, count: number): Promise<void> {
  for (let seated = 0; seated < count; seated++) await call("POST", `/v1/tables/${table}/bots`, host.token, { level: "novice" });
}

/** All fold until the hand is over. */
async function foldOut(table: string, guests: Guest[]): Promise<void> {
  while ((await view(table, guests[0]!)).hand) await act(table, guests[await asked(table, guests)]!, { holdem: { type: "fold" } });
}

test("preferences are sent to the table, kept for the next one, and chips are topped up before a hand", async ({ browser }) => {
  const guests = [await guest("Ada"), await guest("Bob")];
  const [ada, bob] = guests as [Guest, Guest];
  const options = { ...byHand, min_buy_in: 1000, max_buy_in: 1000 };
  const table = await openTable(guests, holdem, options);
  // Ada loses a blind, and has less than the smallest buy-in.
  await deal(table, ada);
  if ((await asked(table, guests)) === 1) await act(table, bob, { holdem: { type: "call" } });
  await act(table, ada, { holdem: { type: "fold" } });
  expect((await view(table, ada)).chairs[0]!.chips).toBeLessThan(1000);
  const page = await onPhone(browser, ada, table);
  await fromMenu(page, "How I play");
  const sheet = page.getByRole("dialog");
  const mine = async (at = table) => (await view(at, ada)).you!.preferences!;
  await sheet.getByRole("radio", { name: "At once" }).tap();
  await expect.poll(async () => (await mine()).pace).toBe("at_once");
  await sheet.getByRole("radio", { name: "Hide" }).tap();
  await expect.poll(async () => (await mine()).showdown).toBe("muck");
  await sheet.getByRole("switch", { name: "Fill up my chips" }).tap();
  await expect.poll(async () => (await mine()).auto_top_up).toBe(true);
  await page.keyboard.press("Escape");
  await press(page, "Deal");
  await expect.poll(async () => (await view(table, ada)).hand).not.toBeNull();
  const { state } = (await view(table, ada)).hand!;
  const own = (state as Schemas["GameViewHoldem"]).holdem.players.find(({ seat }) => seat === 0)!;
  expect(own.stack + own.bet).toBe(1000);

  const other = await openTable([bob, ada], holdem, options);
  await page.goto(`${site}/t/${other}`);
  await expect.poll(() => mine(other)).toMatchObject({ pace: "at_once", showdown: "muck", auto_top_up: true });
  expect(page.complaints).toEqual([]);
  await close([page]);
});

test("a player who has folded chooses how fast the rest of the hand runs", async ({ browser }) => {
  const ada = await guest("Ada");
  const table = await openTable([ada], holdem, { ...byHand, seats: 4, max_buy_in: 1000 });
  await bringBots(table, ada, 3);
  const page = await onPhone(browser, ada, table);
  await press(page, "Deal");
  const fold = page.locator(".zone .keys").getByRole("button", { name: /^Fold/ });
  await expect(fold).toBeVisible({ timeout: 60_000 });
  await press(page, fold);
  await press(page, page.locator(".zone").getByRole("radio", { name: "At once" }), "tap");
  await expect.poll(async () => (await view(table, ada)).you!.preferences!.pace).toBe("at_once");
  await expect.poll(async () => (await view(table, ada)).hand, { timeout: 5_000 }).toBeNull();
  expect(page.complaints).toEqual([]);
  await close([page]);
});

test("the computers' level is chosen at the table, and holds from the next hand on", async ({ browser }) => {
  const ada = await guest("Ada");
  const table = await openTable([ada], doudizhu, { ...byHand, seats: 3 });
  await bringBots(table, ada, 2);
  const page = await onPhone(browser, ada, table);
  const levels = async () => (await view(table, ada)).chairs.flatMap(({ computer }) => computer?.level ?? []);
  await fromMenu(page, "How well the computers play");
  await page.getByRole("dialog").getByRole("radio", { name: "Strong" }).tap();
  await expect.poll(levels).toEqual(["advanced", "advanced"]);
  await page.keyboard.press("Escape");
  await press(page, "Deal");
  await expect(page.locator(".zone .fan button").first()).toBeVisible();
  // In a hand it waits for the end of it.
  await fromMenu(page, "How well the computers play");
  await page.getByRole("dialog").getByRole("radio", { name: "Beginner" }).tap();
  await expect(page.getByText("They change between two hands.")).toBeVisible();
  expect(await levels()).toEqual(["advanced", "advanced"]);
  expect(page.complaints).toEqual([]);
  await close([page]);
});

test("after a hand another game is played at once, and the chair here is given back", async ({ browser }) => {
  const guests = [await guest("Ada"), await guest("Bob")];
  const [ada, bob] = guests as [Guest, Guest];
  const table = await openTable(guests, holdem, byHand);
  await deal(table, ada);
  await foldOut(table, guests);
  const page = await onPhone(browser, ada, table);
  await press(page, "Games");
  await page.getByRole("dialog").getByRole("button", { name: /^Dou Dizhu/ }).tap();
  await expect(page).not.toHaveURL(new RegExp(table));
  await expect(page.locator(".zone .fan button").first()).toBeVisible({ timeout: 10_000 });
  expect((await view(table, bob)).chairs.map(({ name }) => name)).toEqual(["Bob"]);
  expect(page.complaints).toEqual([]);
  await close([page]);
});

test("a player who sits down during a hand reads that they play from the next one, and may post, or leave", async ({ browser }) => {
  const guests = [await guest("Ada"), await guest("Bob")];
  const lines = await Promise.all(guests.map(stay));
  const table = await openTable(guests, holdem, { ...byHand, seats: 3, max_buy_in: 1000 });
  await deal(table, guests[0]!);
  const cid = await guest("Cid");
  await call("POST", `/v1/tables/${table}/seats`, cid.token, { buy_in: 1000 });
  const page = await onPhone(browser, cid, table);
  await expect(page.getByRole("heading", { name: "You play from the big blind on" })).toBeVisible();
  const chair = async () => (await view(table, guests[0]!)).chairs.find(({ name }) => name === "Cid");
  await press(page, page.getByRole("radio", { name: "Play at once, post 10" }), "tap");
  await expect.poll(async () => (await chair())!.entry).toBe("post");
  await expect(page.getByRole("heading", { name: "You play from the next hand" })).toBeVisible();
  // No newcomer is dealt in between the button and the blinds: then it is the hand after.
  for (let hands = 0; (await chair())!.newcomer; hands++) {
    expect(hands).toBeLessThan(3);
    await foldOut(table, guests);
    await deal(table, guests[0]!);
  }
  await expect(page.locator(".zone .cards .card")).toHaveCount(2);

  const dee = await guest("Dee");
  const other = await openTable(guests, holdem, { ...byHand, seats: 3, max_buy_in: 1000 });
  await deal(other, guests[0]!);
  await call("POST", `/v1/tables/${other}/seats`, dee.token, { buy_in: 1000 });
  const next = await onPhone(browser, dee, other);
  await press(next, "Leave");
  await expect.poll(async () => (await view(other, guests[0]!)).chairs.length).toBe(2);
  await expect(next.getByText("You are looking on")).toBeVisible();
  expect([...page.complaints, ...next.complaints]).toEqual([]);
  lines.forEach((end) => end());
  await close([page, next]);
});

/** A player who has lost everything at a table of Hold'em. */
async function broke(): Promise<{ loser: Guest; table: string }> {
  const guests = [await guest("Ada"), await guest("Bob")];
  const table = await openTable(guests, holdem, { ...byHand, min_buy_in: 20, max_buy_in: 20 });
  for (;;) {
    await deal(table, guests[0]!);
    while ((await view(table, guests[0]!)).hand) {
      const each = guests[await asked(table, guests)]!;
      const { wager, raise_max, check } = ((await view(table, each)).you!.options as Schemas["GameOptionsHoldem"]).holdem;
      const action: Schemas["HoldemAction"] = wager && raise_max !== null ? { type: wager, to: raise_max } : { type: check ? "check" : "call" };
      await act(table, each, { holdem: action });
    }
    const loser = (await view(table, guests[0]!)).chairs.find(({ chips }) => chips === 0);
    if (loser) return { loser: guests[loser.seat]!, table };
  }
}

test("a player without chips finds ways on: to watch, and to play on for nothing", async ({ browser }) => {
  const { loser, table } = await broke();
  const page = await onPhone(browser, loser, table);
  // How the hand ended is looked at first.
  await expect(page.locator(".result")).toBeVisible();
  await press(page, "Go on");
  await expect(page.getByRole("heading", { name: "Your chips are gone" })).toBeVisible();
  await expect(page.getByText(/Your chair is kept for (2 minutes|a minute|\d+ s)/)).toBeVisible();
  await press(page, page.getByRole("button", { name: /^Stay and watch/ }), "tap");
  await expect(page.getByRole("heading", { name: "Your chips are gone" })).toBeHidden();
  await page.reload();
  await press(page, "Go on");
  await press(page, page.getByRole("button", { name: /^Play on for nothing/ }), "tap");
  await expect(page).not.toHaveURL(new RegExp(table));
  await expect(page.locator(".zone .card").first()).toBeVisible({ timeout: 15_000 });
  const next = /\/t\/([^#/]+)/.exec(page.url())![1]!;
  expect((await view(next, loser)).options.max_buy_in).toBe(0);
  expect(page.complaints).toEqual([]);
  await close([page]);
});

test("a slide takes the play out of the crossed cards, and leaves the rest", async ({ browser }) => {
  test.setTimeout(240_000);
  for (let tries = 0; ; tries++) {
    expect(tries).toBeLessThan(12);
    const guests = await Promise.all(["Ada", "Bob", "Cid"].map((name) => guest(name)));
    const table = await openTable(guests, doudizhu, byHand);
    await deal(table, guests[0]!);
    const seat = await asked(table, guests);
    await makeLandlord(table, guests, seat);
    const page = await pageOf(browser, guests[seat]!, `/t/${table}`, { motion: "off" });
    await expect(page.locator(".fan button")).toHaveCount(20);
    const span = await spanWithJunk(page, table, guests[seat]!);
    if (!span) {
      await close([page]);
      continue;
    }
    const at = await page.locator(".fan button").evaluateAll((all) => all.map((card) => card.getBoundingClientRect()).map(({ x, y }) => ({ x: x + 10, y: y + 20 })));
    await page.mouse.move(at[span.from]!.x, at[span.from]!.y);
    await page.mouse.down();
    await page.mouse.move(at[span.to]!.x, at[span.to]!.y, { steps: 8 });
    await page.mouse.up();
    await expect(page.locator(".fan button[aria-pressed=true]")).toHaveCount(span.taken);
    await expect(page.locator(".zone .key.brass")).toBeEnabled();
    expect(page.complaints).toEqual([]);
    await close([page]);
    return;
  }
});

/** Three to six neighbours in the fan, in one row, of which by the server's answer all but one or two are a play. Returns how many that are. */
async function spanWithJunk(page: Page, table: string, who: Guest): Promise<{ from: number; to: number; taken: number } | null> {
  const { version, hand } = await view(table, who);
  const held = (hand!.state as Schemas["GameViewDoudizhu"]).doudizhu.hand!;
  const order = "3456789TJQKA2X";
  const names = await page.locator(".fan button .aloud").allInnerTexts();
  // In their order, from high to low. Suits do not matter for plays.
  const cards = [...held].sort((one, other) => order.indexOf(other[0]!) - order.indexOf(one[0]!) || (one === "X2" ? -1 : 1));
  expect(cards).toHaveLength(names.length);
  const rowOf = await page.locator(".fan button").evaluateAll((all) => all.map((card) => Math.round(card.getBoundingClientRect().y)));
  for (let count = 4; count <= 6; count++) {
    for (let from = 0; from + count <= cards.length; from++) {
      const to = from + count - 1;
      if (rowOf[from] !== rowOf[to]) continue;
      const body = JSON.stringify({ at: version, action: { doudizhu: { type: "play", cards: cards.slice(from, to + 1) } }, dry_run: true });
      const headers = { authorization: `Bearer ${who.token}`, "content-type": "application/json" };
      const answer = await fetch(`${server}/v1/tables/${table}/actions`, { method: "POST", headers, body });
      if (answer.status === 429) return null;
      const { closest } = (await answer.json()) as { closest?: { lower: string[] } | null };
      if (closest && closest.lower.length > 0) return { from, to, taken: count - closest.lower.length };
    }
  }
  return null;
}

/** Four people at Shengji, of whom one follows with cards of the suit that was led and others beside. */
async function follower(browser: Parameters<typeof pageOf>[0]): Promise<{ page: Watched; table: string; guests: Guest[]; seat: number }> {
  const guests = await Promise.all(["Ada", "Bob", "Cid", "Dee"].map((name) => guest(name)));
  const table = await openTable(guests, { shengji: { card_millis: 0, declaring_seconds: 60 } }, byHand);
  const optionsOf = async (each: Guest) => ((await view(table, each)).you!.options as Schemas["GameOptionsShengji"] | null)?.shengji;
  for (let declared = false; !declared; ) {
    await deal(table, guests[0]!);
    for (const each of guests) {
      const options = await optionsOf(each);
      const choice = options?.type === "declare" ? options.choices[0] : undefined;
      if (choice && !declared) await act(table, each, { shengji: { type: "declare", card: choice.card, pair: choice.pair } });
      declared ||= choice !== undefined;
    }
    for (const { seat } of (await view(table, guests[0]!)).hand!.decisions) await act(table, guests[seat]!, { shengji: { type: "pass" } });
  }
  const declarer = await asked(table, guests);
  const bury = (await optionsOf(guests[declarer]!)) as Schemas["ShengjiOptionsBury"];
  await act(table, guests[declarer]!, { shengji: { type: "bury", cards: bury.suggested } });
  // One whole trick first: it can be looked at again.
  for (let plays = 0; ; plays++) {
    const seat = await asked(table, guests);
    const options = (await optionsOf(guests[seat]!))!;
    if (plays > 4 && options.type === "follow" && options.owed.in_group >= options.owed.cards) {
      return { page: await pageOf(browser, guests[seat]!, `/t/${table}`, { motion: "off" }, site, phone), table, guests, seat };
    }
    const { suggested } = options as Schemas["ShengjiOptionsLead"];
    await act(table, guests[seat]!, { shengji: { type: "play", cards: suggested } });
  }
}

test("Shengji: cards of another suit are refused in the words of the rules, and one press lifts those that fit", async ({ browser }) => {
  const { page, table, guests, seat } = await follower(browser);
  const { options } = (await view(table, guests[seat]!)).you!;
  const { owed } = (options as Schemas["GameOptionsShengji"]).shengji as Schemas["ShengjiOptionsFollow"];
  const lower = page.getByRole("button", { name: "Lower all" });
  if (await lower.isEnabled()) await press(page, lower);
  const others = page.locator(".zone .fan button").filter({ hasText: "cannot be played now" });
  const places = await others.evaluateAll((all) => all.map((card) => card.getBoundingClientRect()).map(({ x, y }) => ({ x: x + 10, y: y + 20 })));
  for (const { x, y } of places.slice(0, owed.cards)) await page.touchscreen.tap(x, y);
  await expect(page.locator(".zone .fan button[aria-pressed=true]")).toHaveCount(owed.cards);
  await press(page, `Play ${owed.cards}`);
  const why = page.getByText("You have to follow the suit that was led, as long as you have it.");
  await expect(why).toBeVisible();
  expect((await view(table, guests[seat]!)).hand!.decisions[0]!.seat).toBe(seat);
  await press(page, "Lift cards that fit", "tap");
  await expect(why).toBeHidden();
  await press(page, `Play ${owed.cards}`);
  await expect.poll(async () => (await view(table, guests[0]!)).hand!.decisions[0]?.seat).not.toBe(seat);
  expect(page.complaints).toEqual([]);
  await close([page]);
});

test("Shengji: the last trick is looked at by touch, by mouse and by key, held or pressed", async ({ browser }) => {
  const { page } = await follower(browser);
  const key = page.getByRole("button", { name: "Last trick" });
  await expect(key).toBeEnabled();
  const pressed = (is: boolean) => expect(key).toHaveAttribute("aria-pressed", `${is}`);
  await page.waitForTimeout(300);
  await key.tap();
  await pressed(true);
  await expect(page.locator(".cloth .play")).toHaveCount(4);
  await key.tap();
  await pressed(false);
  await expect(page.locator(".cloth .play")).not.toHaveCount(4);
  await key.click();
  await pressed(true);
  await key.click();
  await pressed(false);
  // A held card moves with the finger.
  const { x, y, width, height } = (await key.boundingBox())!;
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await pressed(true);
  await page.waitForTimeout(500);
  await page.mouse.up();
  await pressed(false);
  await tabTo(page, key);
  await page.keyboard.press("Enter");
  await pressed(true);
  await page.keyboard.press("Enter");
  await pressed(false);
  expect(page.complaints).toEqual([]);
  await close([page]);
});
