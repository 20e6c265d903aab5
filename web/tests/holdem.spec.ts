import { expect } from "@playwright/test";
import type { Schemas } from "../src/api/types";
import { expectGoodLooks } from "./looks";
import { asked, besides, cardsIn, close, deal, expectSecret, guest, nameOf, openTable, overhear, pagesOf, press, pressMiddle, view, type Guest, type Watched } from "./players";
import { test } from "./test";

const rules: Schemas["NewGameRules"] = { holdem: { betting: "no_limit", small_blind: 5, big_blind: 10, run_it_twice: true, showdown_seconds: 0 } };
const byHand = { dealing: { type: "by_hand" as const }, decision_seconds: 120 };
const names = ["Ada", "Bob", "小明", "Dee"];

type Holdem = Schemas["GameViewHoldem"]["holdem"];

const stateOf = (view: Schemas["TableView"]): Holdem => ((view.hand?.state ?? view.last_result!.state) as Schemas["GameViewHoldem"]).holdem;

async function sitDown(browser: import("@playwright/test").Browser, seats: number, buyIns: number[] = []): Promise<{ guests: Guest[]; pages: Watched[]; table: string }> {
  const guests = await Promise.all(names.slice(0, seats).map((name) => guest(name)));
  const table = await openTable(guests, rules, { ...byHand, min_buy_in: 400, max_buy_in: 1000 }, buyIns);
  await deal(table, guests[0]!);
  return { guests, table, pages: await pagesOf(browser, guests, `/t/${table}`) };
}

/** Every page shows the chips, the board and the winners that the server sends its player. */
async function expectSame(pages: Watched[], guests: Guest[], table: string): Promise<void> {
  for (const [at, page] of pages.entries()) {
    const truth = await view(table, guests[at]!);
    const state = stateOf(truth);
    for (const [number, board] of state.boards.entries()) {
      const place = truth.hand ? `.boards .line:nth-of-type(${number + 1}) .board` : `.boards .board:nth-of-type(${number + 1})`;
      if (truth.hand || board.length > 0) await expect.poll(() => cardsIn(page, place), `${at}`).toEqual(board.map(nameOf));
    }
    const won = new Map<number, number>();
    for (const { seat, amount } of state.awards.flatMap(({ shares }) => shares)) won.set(seat, (won.get(seat) ?? 0) + amount);
    for (const chair of truth.chairs) {
      const number = (chips: number) => new Intl.NumberFormat("en").format(chips);
      if (chair.seat === at) await expect(page.locator(".zone .me > b")).toHaveText(number(chair.chips));
      else if (won.has(chair.seat) && !truth.hand) {
        const seat = page.locator(".result .hands > li").filter({ has: page.locator(`[data-seat="${chair.seat}"]`) });
        const { net } = truth.last_result!.players.find((player) => player.seat === chair.seat)!;
        await expect(seat.locator(".net"), `${at} sees ${chair.seat}`).toHaveText(new Intl.NumberFormat("en", { signDisplay: "exceptZero" }).format(net).replace("-", "−"));
      }
    }
  }
}

test("two contexts: without pauses, both see how a hand ended, and get the next", async ({ browser }) => {
  const guests = [await guest("Ada"), await guest("Bob")];
  const dealing = { type: "automatic" as const, pause_seconds: 0 };
  const table = await openTable(guests, rules, { dealing, decision_seconds: 120, min_buy_in: 400, max_buy_in: 1000 });
  const pages = await pagesOf(browser, guests, `/t/${table}`);
  for (const page of pages) await expect(page.locator(".titles")).toContainText("hand 1");
  for (const hand of [2, 3]) {
    await press(pages[await asked(table, guests)]!, "Fold");
    for (const page of pages) {
      await expect(page.locator(".titles")).toContainText(`hand ${hand}`);
      await expect(page.locator("p.aloud[aria-live]")).toContainText(/folds?\b.*\bwins?\b/);
    }
  }
  await close(pages);
});

test("three contexts: a hand that is folded out shows no cards", async ({ browser }) => {
  const { guests, pages, table } = await sitDown(browser, 3);
  const heard = await Promise.all(pages.map((page) => overhear(page)));
  const held = await Promise.all(guests.map(async (each, at) => stateOf(await view(table, each)).players.find(({ seat }) => seat === at)!.cards!));
  for (const page of pages) await expect(page.locator(".cloth .card.back")).toHaveCount(4);
  for (const _ of [1, 2]) {
    const seat = await asked(table, guests);
    await press(pages[seat]!, "Fold");
    await expect.poll(async () => (await view(table, guests[0]!)).hand?.decisions[0]?.seat).not.toBe(seat);
  }
  await expectSame(pages, guests, table);
  for (const [at, page] of pages.entries()) await expectSecret(page, heard[at]!, held[at]!, besides(held, at));
  expect(pages.flatMap(({ complaints }) => complaints)).toEqual([]);
  await close(pages);
});

test("two contexts: checked down to the showdown", async ({ browser }) => {
  const { guests, pages, table } = await sitDown(browser, 2);
  for (let presses = 0; (await view(table, guests[0]!)).hand; presses++) {
    expect(presses).toBeLessThan(12);
    const { version, hand } = await view(table, guests[0]!);
    await pressMiddle(pages[hand!.decisions[0]!.seat]!);
    await expect.poll(async () => (await view(table, guests[0]!)).version).toBeGreaterThan(version);
  }
  await expectSame(pages, guests, table);
  expect(stateOf(await view(table, guests[0]!)).boards[0]).toHaveLength(5);
  expect(pages.flatMap(({ complaints }) => complaints)).toEqual([]);
  await close(pages);
});

test("four contexts: all in with two side pots, on two boards", async ({ browser }) => {
  test.setTimeout(240_000);
  const buyIns = [400, 600, 800, 1000];
  const { guests, pages, table } = await sitDown(browser, 4, buyIns);
  const decides = async () => (await view(table, guests[0]!)).hand?.decisions ?? [];
  for (let presses = 0; !stateOf(await view(table, guests[0]!)).players.every(({ state }) => state !== "in"); presses++) {
    expect(presses).toBeLessThan(8);
    const seat = (await decides())[0]?.seat;
    if (seat === undefined) break;
    const page = pages[seat]!;
    const { you, version } = await view(table, guests[seat]!);
    const options = (you!.options as Schemas["GameOptionsHoldem"]).holdem;
    if (options.run_twice) break;
    if (options.raise_max !== null) {
      await press(page, /^Max/);
      await press(page, /^All-in/);
    } else await pressMiddle(page);
    await expect.poll(async () => (await view(table, guests[0]!)).version).toBeGreaterThan(version);
  }
  for (const page of pages) {
    await expect(page.getByText("Deal the rest of the board twice?").or(page.getByText("thinks")).first()).toBeVisible();
  }
  for (let decision = (await decides())[0]; decision; decision = (await decides())[0]) {
    const { seat } = decision;
    await press(pages[seat]!, "Two boards");
    await expect.poll(async () => (await decides()).map((each) => each.seat)).not.toContain(seat);
  }
  // While they are run out, or, if a page is late, once the hand is over.
  for (const page of pages) await expect(page.locator(".boards .which").or(page.locator(".result .boards .board"))).toHaveCount(2);
  // Side pots are named while the boards are run out, and after it pot by pot to whom they went.
  await expect(pages[1]!.locator(".pots")).toContainText("Main");
  await expect.poll(async () => (await view(table, guests[0]!)).hand, { timeout: 60_000 }).toBeNull();
  const state = stateOf(await view(table, guests[0]!));
  expect(state.pots.length === 0 || state.pots.length === 3).toBe(true);
  expect(new Set(state.awards.map(({ pot }) => pot)).size).toBe(3);
  expect(new Set(state.awards.map(({ board }) => board))).toEqual(new Set([0, 1]));
  for (const page of pages) {
    for (const pot of ["Main, board 1", "Side 1, board 2", "Side 2, board 1"]) await expect(page.locator(".result .pots").getByText(pot)).toBeAttached();
  }
  if (process.env.PICTURES) for (const [at, page] of pages.entries()) await page.screenshot({ path: `${process.env.PICTURES}/side-pots-${at}.png` });
  await expectGoodLooks(pages[1]!, "result");
  await expectSame(pages, guests, table);
  expect(pages.flatMap(({ complaints }) => complaints)).toEqual([]);
  await close(pages);
});
