import { expect } from "@playwright/test";
import type { Schemas } from "../src/api/types";
import { act, answerOf, asked, call, deal, guest, middle, openTable, pageOf, tabTo, view, type Guest, type Watched } from "./players";
import { test } from "./test";

const quick = { dealing: { type: "automatic" as const, pause_seconds: 2 }, decision_seconds: 60, bot_pace: "none" as const };

async function atTable(browser: import("@playwright/test").Browser, rules: Schemas["NewGameRules"], bots: number, buyIn: number): Promise<{ page: Watched; table: string; me: Guest }> {
  const me = await guest("Ada");
  const table = await openTable([me], rules, { ...quick, seats: bots + 1, min_buy_in: buyIn, max_buy_in: buyIn });
  for (let seated = 0; seated < bots; seated++) await call("POST", `/v1/tables/${table}/bots`, me.token, { level: "novice" });
  const page = await pageOf(browser, me, `/t/${table}`, { motion: "off" });
  return { page, table, me };
}

/**
 * Presses keys while it is one's turn, until a hand is over in which one has played: `press` returns whether it plays cards. A hand
 * without a bid or a declaration is dealt again.
 */
async function until(table: string, me: Guest, press: (options: Schemas["GameOptions"]) => Promise<boolean>): Promise<void> {
  let played: number | null = null;
  for (const end = Date.now() + 200_000; Date.now() < end; ) {
    const { last_result, you, hand } = await view(table, me);
    if (played !== null && (last_result?.number ?? 0) >= played) return;
    if (you?.options && hand?.decisions.some(({ seat }) => seat === you.seat)) {
      if (await press(you.options)) played = hand.number;
    } else await new Promise((wake) => setTimeout(wake, 150));
  }
  throw new Error("the hand did not end");
}

test("hands of Hold'em by keys alone: presets, the slider, raise, call, check, all-in and fold", async ({ browser }) => {
  const guests = [await guest("Ada"), await guest("Bob")];
  const [me, bob] = guests as [Guest, Guest];
  const rules = { holdem: { betting: "no_limit" as const, small_blind: 5, big_blind: 10, showdown_seconds: 0 } };
  const table = await openTable(guests, rules, { decision_seconds: 300, dealing: { type: "by_hand" } });
  await deal(table, me);
  const page = await pageOf(browser, me, `/t/${table}`, { motion: "off", holdAllIn: true });
  const own = async () => {
    const { hand, you } = await view(table, me);
    const { players } = (hand!.state as Schemas["GameViewHoldem"]).holdem;
    return players.find(({ seat }) => seat === you!.seat)!;
  };
  const slider = page.getByRole("slider", { name: "Bet size" });
  const said = async () => Number((await slider.getAttribute("aria-valuetext"))!.replace(",", ""));
  const bobs = async () => ((await view(table, bob)).you!.options as Schemas["GameOptionsHoldem"]).holdem;
  /** New keys are deaf for a quarter of a second. */
  const heard = () => page.waitForTimeout(300);
  const ready = async () => {
    await expect(middle(page)).toBeEnabled();
    await heard();
  };
  /** Bob calls or checks, until the page is asked. */
  const turn = async () => {
    while ((await asked(table, guests)) === 1) await act(table, bob, { holdem: { type: (await bobs()).check ? "check" : "call" } });
    await ready();
  };

  await turn();
  await page.keyboard.press("4");
  await expect(page.getByRole("button", { name: "Pot", exact: true })).toHaveAttribute("aria-pressed", "true");
  const pot = await said();
  await page.keyboard.press("ArrowRight");
  await expect.poll(said).toBe(pot + 10);
  await tabTo(page, slider);
  await page.keyboard.press("ArrowLeft");
  await expect.poll(said).toBeLessThan(pot + 10);
  const to = await said();
  expect(await answerOf(page, () => page.keyboard.press("r"))).toBe(200);
  await expect.poll(async () => 1000 - (await own()).stack).toBe(to);
  await turn();
  expect(await answerOf(page, () => page.keyboard.press("c"))).toBe(200);
  await turn();
  // A raise of everything asks twice.
  await page.keyboard.press("5");
  const allIn = page.getByRole("button", { name: /^All-in/ });
  await tabTo(page, allIn);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Again to confirm")).toBeVisible();
  expect((await own()).stack).toBe(1000 - to);
  expect(await answerOf(page, () => page.keyboard.press("Enter"))).toBe(200);
  await act(table, bob, { holdem: { type: "fold" } });

  await tabTo(page, page.getByRole("button", { name: "Deal", exact: true }));
  await heard();
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await view(table, me)).hand?.number).toBe(2);
  if ((await asked(table, guests)) === 1) await act(table, bob, { holdem: { type: "raise", to: 30 } });
  await ready();
  expect(await answerOf(page, () => page.keyboard.press("f"))).toBe(200);
  expect((await view(table, me)).hand).toBeNull();
  expect(page.complaints).toEqual([]);
});

test("a hand of Dou Dizhu by keys alone", async ({ browser }) => {
  test.setTimeout(240_000);
  const { page, table, me } = await atTable(browser, { doudizhu: { stake: 1, card_millis: 0 } }, 2, 5000);
  let played = 0;
  await until(table, me, async (options) => {
    const isPlay = "doudizhu" in options && options.doudizhu.type === "play";
    if (isPlay && "doudizhu" in options && options.doudizhu.type === "play" && options.doudizhu.suggested.length > 0) {
      await page.waitForTimeout(300);
      await page.keyboard.press("h");
      await tabTo(page, page.locator(".fan button[tabindex='0']"));
      const held = await page.locator(".fan button").count();
      const { number } = (await view(table, me)).hand ?? {};
      await page.keyboard.press("Enter");
      // The last play ends the hand.
      await expect.poll(async () => (await page.locator(".fan button").count()) < held || (await view(table, me)).hand?.number !== number).toBe(true);
      played += 1;
      await page.waitForTimeout(350);
      return true;
    }
    if (isPlay) await page.keyboard.press("p");
    else {
      // The strongest answer: if all pass, there is nothing to play.
      await tabTo(page, page.locator(".zone .keys .key:enabled").last());
      await page.keyboard.press("Enter");
    }
    await page.waitForTimeout(350);
    return false;
  });
  expect(played).toBeGreaterThan(0);
  expect(page.complaints).toEqual([]);
});

test("a hand of Shengji by keys alone: declared or passed, buried, and every trick played", async ({ browser }) => {
  test.setTimeout(240_000);
  const { page, table, me } = await atTable(browser, { shengji: { card_millis: 0, declaring_seconds: 2 } }, 3, 0);
  let played = 0;
  await until(table, me, async (options) => {
    if (!("shengji" in options)) return false;
    const isPlay = options.shengji.type !== "declare";
    const { version } = await view(table, me);
    // New keys are deaf for a quarter of a second, to the keyboard as well.
    await page.waitForTimeout(350);
    if (!isPlay) {
      await tabTo(page, page.locator(".zone .keys .key:enabled").last());
      await page.keyboard.press("Enter");
    } else {
      await expect(page.getByRole("button", { name: "Hint" })).toBeEnabled();
      await page.keyboard.press("h");
      // As soon as the server's answer says that the cards can be played.
      await expect(page.locator(".zone .key.brass:enabled")).toBeVisible();
      await tabTo(page, page.locator(".fan button[tabindex='0']"));
      await page.keyboard.press("Enter");
      played += 1;
    }
    await expect.poll(async () => (await view(table, me)).version).toBeGreaterThan(version);
    return isPlay;
  });
  expect(played).toBeGreaterThan(5);
  expect(page.complaints).toEqual([]);
});
