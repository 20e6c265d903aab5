import { expect, type Page } from "@playwright/test";
import type { Schemas } from "../src/api/types";
import { call, guest, openTable, pageOf, playOn, pressAny, refusalsOf } from "./players";
import { test } from "./test";

/** How many hands of each game are played by whoever presses whatever is on offer. */
const hands = Number(process.env.HANDS ?? 5);

/** `late`: how a press is refused whose question another has answered meanwhile. */
const games: Record<string, { bots: number; rules: Schemas["NewGameRules"]; buyIn: number; late?: string[] }> = {
  holdem: { bots: 2, rules: { holdem: { betting: "no_limit", small_blind: 5, big_blind: 10, run_it_twice: true, showdown_seconds: 0 } }, buyIn: 1000, late: ["no_hand", "not_your_turn"] },
  doudizhu: { bots: 2, rules: { doudizhu: { stake: 1, card_millis: 0, doubling: true } }, buyIn: 5000 },
  shengji: { bots: 3, rules: { shengji: { card_millis: 0, declaring_seconds: 60 } }, buyIn: 0 },
};

const any = (count: number) => Math.floor(Math.random() * count);

/** What is not a key of a decision: cards of the fan, pills, the slider, and what they open. */
async function pressElse(page: Page): Promise<void> {
  const opened = page.locator("dialog[open] button:enabled");
  const count = await opened.count();
  if (count > 0 && Math.random() < 0.8) return opened.nth(any(count)).click({ timeout: 1_000 }).catch(() => {});
  if (count > 0) return page.keyboard.press("Escape");
  const cards = await page.locator(".fan button").evaluateAll((all) => all.map((each) => each.getBoundingClientRect()).map(({ x, y }) => ({ x: x + 10, y: y + 20 })));
  const [from, to] = [cards[any(cards.length)], cards[any(cards.length)]];
  if (from && to && Math.random() < 0.6) {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    if (Math.random() < 0.3) await page.mouse.move(to.x, to.y, { steps: 4 });
    return page.mouse.up();
  }
  const slider = page.locator(".zone input[type=range]");
  if (Math.random() < 0.5 && (await slider.count()) > 0) {
    const [least, most] = await slider.evaluate((each: HTMLInputElement) => [Number(each.min), Number(each.max)]).catch(() => [0, 0]);
    return slider.fill(`${least! + any(most! - least! + 1)}`, { timeout: 1_000 }).catch(() => {});
  }
  const pills = page.locator(".zone .keys button.pill:enabled");
  const more = await pills.count();
  if (more > 0) await pills.nth(any(more)).click({ timeout: 1_000 }).catch(() => {});
}

for (const [name, { bots, rules, buyIn, late = [] }] of Object.entries(games)) {
  test(`a robot presses what it finds: ${name}`, async ({ browser }) => {
    test.setTimeout(hands * 120_000 + 60_000);
    const me = await guest("Robot");
    const options = { seats: bots + 1, min_buy_in: buyIn, max_buy_in: buyIn, dealing: { type: "automatic" as const, pause_seconds: 0 }, decision_seconds: 60, time_bank_seconds: 0, bot_pace: "none" as const };
    const table = await openTable([me], rules, options);
    for (let seated = 0; seated < bots; seated++) await call("POST", `/v1/tables/${table}/bots`, me.token, { level: "novice" });
    const page = await pageOf(browser, me, `/t/${table}`, { motion: "fast" });
    const refused = refusalsOf(page);
    await playOn(table, me, hands, async ({ hand, chairs, you }) => {
      const mine = chairs.find(({ seat }) => seat === you?.seat);
      if (mine?.chips === 0 && !hand) await call("POST", `/v1/tables/${table}/seats/me/top-up`, me.token, { amount: buyIn }).catch(() => {});
      await (Math.random() < 0.3 ? pressElse(page) : pressAny(page));
    }, async () => {
      // The page has replaced it, or is about to.
      await page.waitForTimeout(1_000);
      me.token = (JSON.parse(await page.evaluate(() => localStorage.getItem("cardroom.tokens")!)) as { access_token: string }).access_token;
    });
    expect(refused.filter((code) => code !== "stale" && !late.includes(code))).toEqual([]);
    expect(page.complaints).toEqual([]);
  });
}
