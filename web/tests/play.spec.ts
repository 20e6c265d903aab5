import { expect, test } from "@playwright/test";
import type { Schemas } from "../src/api/types";
import { guest, openTable, pageOf, pressAny, view, type Guest, type Watched } from "./players";

const quick = { dealing: { type: "automatic" as const, pause_seconds: 0 }, decision_seconds: 20 };
const hands = Number(process.env.HANDS ?? 2);

const games: Record<string, { seats: number; rules: Schemas["NewGameRules"]; buyIn: number }> = {
  holdem: { seats: 2, rules: { holdem: { betting: "no_limit", small_blind: 5, big_blind: 10, run_it_twice: true, showdown_seconds: 1 } }, buyIn: 1000 },
  doudizhu: { seats: 3, rules: { doudizhu: { stake: 1, card_millis: 0, doubling: true } }, buyIn: 5000 },
  "doudizhu, called and robbed": { seats: 3, rules: { doudizhu: { stake: 1, card_millis: 0, bidding: "call_rob", open_hand: true, showing_seconds: 1 } }, buyIn: 5000 },
  shengji: { seats: 4, rules: { shengji: { card_millis: 0, declaring_seconds: 3 } }, buyIn: 0 },
};

/** Presses whatever is on offer on every page, until the table has played so many hands. */
async function playOn(pages: Watched[], table: string, anyone: Guest, until: number): Promise<void> {
  for (const end = Date.now() + 230_000 * until; Date.now() < end; ) {
    const { last_result, hand } = await view(table, anyone);
    if ((last_result?.number ?? 0) >= until || (hand?.number ?? 0) > until) return;
    await Promise.all(pages.map(pressAny));
  }
  throw new Error("the hands did not end");
}

for (const [name, { seats, rules, buyIn }] of Object.entries(games)) {
  test(`whole hands in the browser: ${name}`, async ({ browser }) => {
    test.setTimeout(240_000 * hands);
    const guests = await Promise.all(Array.from({ length: seats }, (_, at) => guest(["Ada", "Bob", "小明", "Dee"][at]!)));
    const table = await openTable(guests, rules, { ...quick, min_buy_in: buyIn, max_buy_in: buyIn });
    const pages = await Promise.all(guests.map((each) => pageOf(browser, each, `/t/${table}`, { motion: "fast" })));
    const answers: string[] = [];
    for (const page of pages) {
      page.on("response", async (response) => {
        // A dry run asks, and names no key: only what was done counts.
        const isDone = response.request().headers()["idempotency-key"] !== undefined;
        if (!response.url().endsWith("/actions") || response.ok() || !isDone) return;
        const { code } = (await response.json()) as { code: string };
        if (code !== "stale") answers.push(code);
      });
    }
    await playOn(pages, table, guests[0]!, hands);
    expect(answers.filter((code) => !["no_hand", "not_your_turn", "hand_over"].includes(code))).toEqual([]);
    for (const page of pages) expect(page.complaints).toEqual([]);
    for (const page of pages) await page.context().close();
  });
}

test("a player sees no card that is not theirs", async ({ browser }) => {
  const guests = [await guest("Ada"), await guest("Bob")];
  const table = await openTable(guests, games.holdem!.rules, quick);
  const page = await pageOf(browser, guests[0]!, `/t/${table}`);
  await expect(page.locator(".zone .cards .card")).toHaveCount(2);
  const truth = await view(table, guests[1]!);
  const state = (truth.hand!.state as Schemas["GameViewHoldem"]).holdem;
  const theirs = state.players.find(({ seat }) => seat === 1)!.cards!;
  const known = await page.evaluate(() => document.body.innerText + document.body.innerHTML);
  for (const card of theirs) expect(known).not.toContain(`"${card}"`);
  await expect(page.locator(".cloth .card.back")).toHaveCount(2);
});
