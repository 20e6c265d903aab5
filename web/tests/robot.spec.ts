import { expect, type Page } from "@playwright/test";
import type { Schemas } from "../src/api/types";
import { call, guest, openTable, pageOf, playOn, pressAny, refusalsOf } from "./players";
import { test } from "./test";

/** How many hands of each game the robot plays by pressing any key on offer. */
const hands = Number(process.env.HANDS ?? 5);

/** `late`: how a press is refused if the question was answered meanwhile. */
const games: Record<string, { bots: number; rules: Schemas["NewGameRules"]; buyIn: number; late?: string[] }> = {
  holdem: { bots: 2, rules: { holdem: { betting: "no_limit", small_blind: 5, big_blind: 10, run_it_twice: true, showdown_seconds: 0 } }, buyIn: 1000, late: ["no_hand", "not_your_turn"] },
  doudizhu: { bots: 2, rules: { doudizhu: { stake: 1, card_millis: 0, doubling: true } }, buyIn: 5000 },
  shengji: { bots: 3, rules: { shengji: { card_millis: 0, declaring_seconds: 60 } }, buyIn: 0 },
};

const any = (count: number) => Math.floor(Math.random() * count);

/**
 * Controls that are no keys of a decision: cards of the fan, pills, the slider, and what they open. The choice is made in the page, at once,
 * as in `pressAny`, because an element that is searched first may be gone by then.
 */
async function pressElse(page: Page): Promise<void> {
  interface Found {
    press?: { x: number; y: number } | "Escape" | null;
    slide?: { from: { x: number; y: number }; to: { x: number; y: number } };
    range?: { least: number; most: number };
  }
  const found = await page.evaluate((): Found => {
    const any = <T>(all: T[]): T | undefined => all[Math.floor(Math.random() * all.length)];
    const middleOf = (button?: Element) => {
      if (!button) return null;
      button.scrollIntoView({ block: "nearest" });
      const { x, y, width, height } = button.getBoundingClientRect();
      const middle = { x: x + width / 2, y: y + height / 2 };
      return document.elementFromPoint(middle.x, middle.y)?.closest("button") === button ? middle : null;
    };
    const opened = [...document.querySelectorAll("dialog[open] button:enabled")];
    if (opened.length > 0) return { press: Math.random() < 0.8 ? middleOf(any(opened)) : ("Escape" as const) };
    const cards = [...document.querySelectorAll(".fan button")].map((card) => card.getBoundingClientRect()).map(({ x, y }) => ({ x: x + 10, y: y + 20 }));
    if (cards.length > 0 && Math.random() < 0.6) return { slide: { from: any(cards)!, to: any(cards)! } };
    const slider = document.querySelector<HTMLInputElement>(".zone input[type=range]");
    if (slider && Math.random() < 0.5) return { range: { least: Number(slider.min), most: Number(slider.max) } };
    // A player may wish once a second, and not as fast as a robot presses.
    if (Math.random() < 0.7) return {};
    return { press: middleOf(any([...document.querySelectorAll(".zone .keys button.pill:enabled")])) };
  });
  const { press, slide, range } = found;
  if (press === "Escape") await page.keyboard.press("Escape");
  else if (press) await page.mouse.click(press.x, press.y);
  if (range) await page.locator(".zone input[type=range]").fill(`${range.least + any(range.most - range.least + 1)}`, { timeout: 1_000 }).catch(() => {});
  if (!slide) return;
  await page.mouse.move(slide.from.x, slide.from.y);
  await page.mouse.down();
  if (Math.random() < 0.3) await page.mouse.move(slide.to.x, slide.to.y, { steps: 4 });
  await page.mouse.up();
}

for (const [name, { bots, rules, buyIn, late = [] }] of Object.entries(games)) {
  test(`a robot presses any control: ${name}`, async ({ browser }) => {
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
