import { expect } from "@playwright/test";
import type { Schemas } from "../src/api/types";
import { expectGoodLooks } from "./looks";
import { act, asked, besides, cardsIn, close, deal, expectSecret, guest, makeLandlord, nameOf, openTable, overhear, pagesOf, press, tabTo, view, type Guest, type Watched } from "./players";
import { test } from "./test";

const byHand = { dealing: { type: "by_hand" as const }, decision_seconds: 120, min_buy_in: 5_000, max_buy_in: 5_000 };

type State = Schemas["DoudizhuView"];

async function sitDown(rules: Schemas["NewDoudizhuRules"]): Promise<{ guests: Guest[]; table: string }> {
  const guests = await Promise.all(["Ada", "Bob", "小明"].map((name) => guest(name)));
  const table = await openTable(guests, { doudizhu: { stake: 1, card_millis: 0, ...rules } }, byHand);
  await deal(table, guests[0]!);
  return { guests, table };
}

const stateOf = async (table: string, who: Guest): Promise<State> => {
  const { hand, last_result } = await view(table, who);
  return ((hand?.state ?? last_result!.state) as Schemas["GameViewDoudizhu"]).doudizhu;
};

const handsOf = (table: string, guests: Guest[]) => Promise.all(guests.map(async (each) => (await stateOf(table, each)).hand!));

/** Passes deals until the cards are as they are wanted. */
async function dealUntil<T>(table: string, guests: Guest[], find: (hands: string[][]) => T | null): Promise<T> {
  for (let deals = 0; deals < 60; deals++) {
    await asked(table, guests);
    const found = find(await handsOf(table, guests));
    if (found !== null) return found;
    for (let passes = 0; passes < 3; passes++) await act(table, guests[await asked(table, guests)]!, { doudizhu: { type: "pass" } });
    if (!(await view(table, guests[0]!)).hand) await deal(table, guests[0]!);
  }
  throw new Error("the cards did not come");
}

/** To the end of the hand as they are advised, without their pages. */
async function playOut(table: string, guests: Guest[]): Promise<void> {
  while ((await view(table, guests[0]!)).hand) {
    const guest = guests[await asked(table, guests)]!;
    const options = ((await view(table, guest)).you!.options as Schemas["GameOptionsDoudizhu"]).doudizhu as Schemas["DoudizhuOptionsPlay"];
    const advised = options.suggested[0];
    await act(table, guest, { doudizhu: advised ? { type: "play", cards: advised.cards } : { type: "pass" } });
  }
}

/** Every page shows its player what the server sends: who won, by how much, and the sums so far. */
async function expectSame(pages: Watched[], guests: Guest[], table: string): Promise<void> {
  const signed = (chips: number) => new Intl.NumberFormat("en", { signDisplay: "exceptZero" }).format(chips).replace("-", "−");
  for (const [at, page] of pages.entries()) {
    const { last_result } = await view(table, guests[at]!);
    const { landlord, score } = (last_result!.state as Schemas["GameViewDoudizhu"]).doudizhu;
    const { landlord_won, multiplier } = score!;
    for (const { seat, net } of last_result!.players) {
      if (seat === at) await expect(page.locator(".result .amount")).toHaveText(signed(net));
      else await expect(page.locator(".result .player").filter({ has: page.locator(`[data-seat="${seat}"]`) })).toContainText(signed(net));
    }
    const hasWon = landlord_won === (landlord === at);
    const won = landlord === at ? "You win as landlord" : "You win as peasant";
    await expect(page.locator(".result h2")).toHaveText(hasWon ? won : landlord_won ? "The landlord wins" : "The peasants win");
    await expect(page.locator(".result .count")).toContainText(new RegExp(`${multiplier.base}bid.*${multiplier.total > multiplier.base ? `${multiplier.total}times` : "stake"}`));
  }
}

/** Cards of a rank that is held so often: suits are of no matter. */
function ofRank(hand: string[], count: number, not: string[] = []): string[][] {
  const ranks = [...new Set(hand.map((card) => card[0]!))].filter((rank) => rank !== "X" && !not.includes(rank));
  return ranks.map((rank) => hand.filter((card) => card[0] === rank)).filter((cards) => cards.length === count);
}

async function lift(page: import("@playwright/test").Page, cards: string[]): Promise<void> {
  for (const card of cards) {
    const key = page.locator(".fan").getByRole("button", { name: nameOf(card), exact: true });
    const { x, y } = (await key.boundingBox())!;
    await page.mouse.click(x + 10, y + 20);
  }
  await expect(page.locator(".fan button[aria-pressed=true]")).toHaveCount(cards.length);
}

test("three contexts: no player sees another's cards; all pass, and it is dealt again", async ({ browser }) => {
  const { guests, table } = await sitDown({});
  const pages = await pagesOf(browser, guests, `/t/${table}`);
  const heard = await Promise.all(pages.map((page) => overhear(page)));
  for (const page of pages) await expect(page.locator(".fan button")).toHaveCount(17);
  const hands = await handsOf(table, guests);
  for (const [at, page] of pages.entries()) await expectSecret(page, heard[at]!, hands[at]!, besides(hands, at));
  for (let passes = 0; passes < 3; passes++) {
    const seat = await asked(table, guests);
    await press(pages[seat]!, "Pass");
    await expect.poll(async () => (await view(table, guests[0]!)).hand?.decisions[0]?.seat).not.toBe(seat);
  }
  for (const page of pages) await expect(page.getByText("Nobody wanted it. Dealt again.").first()).toBeVisible();
  expect(pages.flatMap(({ complaints }) => complaints)).toEqual([]);
  await close(pages);
});

test("three contexts: a bomb is led, and everybody sees it", async ({ browser }) => {
  const { guests, table } = await sitDown({});
  const seat = await dealUntil(table, guests, (hands) => {
    const found = hands.findIndex((hand) => ofRank(hand, 4).length > 0);
    return found < 0 ? null : found;
  });
  const pages = await pagesOf(browser, guests, `/t/${table}`);
  for (let now = await asked(table, guests); now !== seat; now = await asked(table, guests)) {
    await press(pages[now]!, "Pass");
    await expect.poll(async () => (await view(table, guests[0]!)).hand?.decisions[0]?.seat).not.toBe(now);
  }
  await press(pages[seat]!, "Bid 3");
  await expect(pages[seat]!.locator(".fan button")).toHaveCount(20);
  const hands = await handsOf(table, guests);
  const bomb = ofRank(hands[seat]!, 4)[0]!;
  await lift(pages[seat]!, bomb);
  await press(pages[seat]!, /^Play 4/);
  for (const page of pages) {
    await expect(page.locator(".play .name")).toHaveText(/^Bomb/);
    expect((await cardsIn(page, ".play")).sort()).toEqual(bomb.map(nameOf).sort());
    await expect(page.locator(".worth")).toHaveText("base 3 × 2");
  }
  expect((await stateOf(table, guests[0]!)).multiplier!.total).toBe(6);
  await playOut(table, guests);
  await expectSame(pages, guests, table);
  await expectGoodLooks(pages[1]!, "result");
  expect(pages.flatMap(({ complaints }) => complaints)).toEqual([]);
  await close(pages);
});

test("cards that are no play: it is said, nothing plays them, and nothing is done", async ({ browser }) => {
  const { guests, table } = await sitDown({});
  const seat = await asked(table, guests);
  await makeLandlord(table, guests, seat);
  const [page] = (await pagesOf(browser, [guests[seat]!], `/t/${table}`)) as [Watched];
  await expect(page.locator(".fan button")).toHaveCount(20);
  const { version } = await view(table, guests[seat]!);
  let done = 0;
  page.on("request", (request) => void (request.headers()["idempotency-key"] && (done += 1)));
  const hand = (await stateOf(table, guests[seat]!)).hand!;
  const two = [hand[0]!, hand.find((card) => card[0] !== hand[0]![0] && card[0] !== "X")!];
  await lift(page, two);
  await expect(page.getByText("These cards are no play.")).toBeVisible();
  const play = page.locator(".zone .keys .last .key").last();
  await expect(play).toBeDisabled();
  // By a key, and by a slide that leaves the fan upwards.
  await tabTo(page, page.locator(".fan button[tabindex='0']"));
  await page.keyboard.press("Enter");
  const { x, y } = (await page.locator(".fan button").nth(10).boundingBox())!;
  await page.mouse.move(x + 10, y + 20);
  await page.mouse.down();
  await page.mouse.move(x + 10, y - 300, { steps: 8 });
  await page.mouse.up();
  await page.waitForTimeout(500);
  expect(done).toBe(0);
  expect((await view(table, guests[seat]!)).version).toBe(version);
  expect(page.complaints).toEqual([]);
  await close([page]);
});

test("three contexts: cards of several readings are played with the chosen reading", async ({ browser }) => {
  for (let tries = 0; ; tries++) {
    expect(tries).toBeLessThan(12);
    const { guests, table } = await sitDown({ wild: "one" });
    const seat = await asked(table, guests);
    await makeLandlord(table, guests, seat);
    const { wild, hand } = await stateOf(table, guests[seat]!);
    const rank = wild[0]!;
    const joker = hand!.find((card) => card[0] === rank);
    // A wild card beside two pairs makes three of either.
    const pairs = ofRank(hand!, 2, [rank, "2"]);
    if (!joker || pairs.length < 2) continue;
    const pages = await pagesOf(browser, guests, `/t/${table}`);
    const page = pages[seat]!;
    await lift(page, [joker, ...pairs[0]!, ...pairs[1]!]);
    await press(page, /^Play 5/);
    const readings = page.getByRole("dialog").getByRole("listitem");
    await expect(page.getByRole("heading", { name: "What shall it be?" })).toBeVisible();
    expect(await readings.count()).toBeGreaterThan(1);
    await expectGoodLooks(page, "readings");
    const chosen = readings.nth(1);
    const words = (await chosen.locator("button > span").last().innerText()).trim();
    await chosen.getByRole("button").click();
    for (const each of pages) await expect(each.locator(".play .name")).toHaveText(words);
    expect((await stateOf(table, guests[0]!)).table!.seat).toBe(seat);
    expect(pages.flatMap(({ complaints }) => complaints)).toEqual([]);
    await close(pages);
    return;
  }
});

test("three contexts: the log and the replay name the declined offers", async ({ browser }) => {
  const { guests, table } = await sitDown({ bidding: "call_rob", doubling: true, open_hand: true, showing_seconds: 60 });
  const pass = (seat: number) => act(table, guests[seat]!, { doudizhu: { type: "pass" } });
  // Showing before the deal is offered first: no seat does.
  for (const seat of [0, 1, 2]) await pass(seat);
  const [page] = (await pagesOf(browser, [guests[0]!], `/t/${table}`, { motion: "off", language: "zh" })) as [Watched];
  const first = await asked(table, guests);
  await pass(first);
  const landlord = await asked(table, guests);
  await act(table, guests[landlord]!, { doudizhu: { type: "call" } });
  const robber = await asked(table, guests);
  await pass(robber);
  // The landlord may double, then the two others; then the landlord may show.
  expect((await stateOf(table, guests[0]!)).stage).toBe("doubling");
  for (let answers = 0; answers < 3; answers++) await pass(await asked(table, guests));
  expect((await stateOf(table, guests[0]!)).stage).toBe("showing");
  await pass(landlord);
  const options = ((await view(table, guests[landlord]!)).you!.options as Schemas["GameOptionsDoudizhu"]).doudizhu as Schemas["DoudizhuOptionsPlay"];
  await act(table, guests[landlord]!, { doudizhu: { type: "play", cards: options.suggested[0]!.cards } });
  const next = await asked(table, guests);
  const nameOf = (seat: number) => (seat === 0 ? "你" : ["Ada", "Bob", "小明"][seat]!);
  const inTurn = [landlord, (landlord + 1) % 3, (landlord + 2) % 3].map((seat) => `${nameOf(seat)}不加倍`);
  const expected = [0, 1, 2].map((seat) => `${nameOf(seat)}不明牌`);
  expected.push(`${nameOf(first)}不叫`, `${nameOf(landlord)}叫地主`, `${nameOf(robber)}不抢`, ...inTurn, `${nameOf(landlord)}不明牌`, `${nameOf(next)}不出`);
  const passes = async (lines: import("@playwright/test").Locator) => (await lines.allInnerTexts()).map((line) => line.trim()).filter((line) => /不|叫地主$/.test(line));
  // A page announces the changes that come after its first view.
  await expect.poll(() => passes(page.locator(".side li"))).toEqual(expected.slice(0, -1));
  await pass(next);
  await expect.poll(() => passes(page.locator(".side li"))).toEqual(expected);
  // The newest is announced with the same word.
  await expect(page.locator("[aria-live=polite]").filter({ hasText: `${nameOf(next)}不出` })).toHaveCount(1);
  const { hand } = await view(table, guests[0]!);
  await playOut(table, guests);
  await page.goto(`${new URL(page.url()).origin}/h/${hand!.id}`);
  await expect.poll(async () => (await passes(page.locator("ol li"))).slice(0, expected.length)).toEqual(expected);
  expect(page.complaints).toEqual([]);
  await close([page]);
});

test("a suggestion can be played before it is judged", async ({ browser }) => {
  const { guests, table } = await sitDown({});
  const seat = await asked(table, guests);
  await makeLandlord(table, guests, seat);
  const [page] = (await pagesOf(browser, [guests[seat]!], `/t/${table}`)) as [Watched];
  let judged = 0;
  await page.route("**/actions", (route) => (route.request().postDataJSON().dry_run ? void (judged += 1) : route.continue()));
  await press(page, "Hint");
  const lifted = await page.locator(".fan button[aria-pressed=true]").count();
  expect(lifted).toBeGreaterThan(0);
  await press(page, `Play ${lifted}`);
  await expect(page.locator(".fan button")).toHaveCount(20 - lifted);
  expect(judged).toBe(0);
  // Cards without a suggestion wait for an answer.
  for (const other of [1, 2]) await act(table, guests[(seat + other) % 3]!, { doudizhu: { type: "pass" } });
  await expect(page.getByRole("button", { name: "Hint" })).toBeEnabled();
  const key = page.locator(".fan button").first();
  const { x, y } = (await key.boundingBox())!;
  await page.mouse.click(x + 10, y + 20);
  await expect.poll(() => judged).toBe(1);
  await expect(page.locator(".zone .keys .last .key").last()).toBeDisabled();
  expect(page.complaints).toEqual([]);
  await close([page]);
});
