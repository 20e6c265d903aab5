import { expect, type Page } from "@playwright/test";
import { Finger } from "./finger";
import { axe, overflowing, rest } from "./looks";
import { guest, openTable, pageOf, personOf, phone, site, view, watch } from "./players";
import { test } from "./test";

const games = ["holdem", "doudizhu", "shengji"] as const;
const rows = (page: Page) => page.locator("main ol > li, dialog ol > li");

test("how each game is played: signed in or not, at every size, in both languages", async ({ browser }) => {
  test.setTimeout(240_000);
  for (const locale of ["en-GB", "zh-CN"]) {
    const page = watch(await (await browser.newContext({ ...phone, locale })).newPage());
    for (const game of games) {
      await page.goto(`${site}/learn/${game}`);
      await expect(rows(page)).toHaveCount(5);
      for (const [width, height] of [[320, 568], [390, 844], [768, 1024], [1440, 900]] as const) {
        await page.setViewportSize({ width, height });
        await rest(page);
        expect.soft(await overflowing(page, width), `${game} ${width} ${locale}`).toEqual([]);
      }
      expect.soft(await axe(page), `${game} ${locale}`).toEqual([]);
    }
    expect(page.complaints).toEqual([]);
    await page.context().close();
  }
});

test("from the welcome page, the lobby and the menu of a table; a dotted word opens its sentence", async ({ browser }) => {
  const first = watch(await (await browser.newContext({ ...phone, locale: "en-GB" })).newPage());
  await first.goto(site);
  await first.getByRole("link", { name: "How it is played" }).tap();
  await expect(rows(first)).toHaveCount(5);
  await first.getByRole("radio", { name: "Dou Dizhu" }).tap();
  await first.getByRole("button", { name: "bomb", exact: true }).tap();
  await expect(first.getByText("A bomb is four cards of one rank.")).toBeVisible();
  await first.getByRole("heading", { level: 1 }).tap();
  await expect(first.getByText("A bomb is four cards of one rank.")).toBeHidden();
  const me = await guest("Ada");
  const table = await openTable([me], { doudizhu: { stake: 10, doubling: true } }, { seats: 3 });
  const page = await pageOf(browser, me, `/t/${table}`, {}, site, phone);
  await page.getByRole("button", { name: "Menu" }).tap();
  await page.getByRole("dialog").getByRole("button", { name: "How it is played" }).tap();
  // The sixth row has the options in which this table differs.
  await expect(rows(page)).toHaveCount(6);
  await expect(page).toHaveURL(new RegExp(table));
  await page.goto(site);
  await expect(page.getByRole("link", { name: "How it is played" })).toBeVisible();
});

for (const game of games) {
  test(`a first hand with the guide: ${game}`, async ({ browser }) => {
    test.setTimeout(400_000);
    const page = watch(await (await browser.newContext({ ...phone, locale: "en-GB" })).newPage());
    await page.addInitScript(() => localStorage.setItem("cardroom.settings", JSON.stringify({ language: "en", motion: "off", holdAllIn: false })));
    await page.goto(`${site}/learn/${game}`);
    await page.getByRole("button", { name: "Play a first hand with a guide" }).tap();
    await expect(page).toHaveURL(/\/t\//, { timeout: 60_000 });
    const bubble = page.locator(".guide .bubble");
    const after = page.getByRole("button", { name: "Next hand, with the guide" });
    const finger = new Finger(page, true);
    const [me, table] = [await personOf(page), /\/t\/([^#/]+)/.exec(page.url())![1]!];
    /** The effect of a press: on the hand, or on the lifted cards, the question and the text. */
    const state = async () => `${(await view(table, me)).version} ${await page.locator(".fan .up").count()} ${await page.locator(".table").innerText()}`;
    const isMine = async () => {
      const { you, hand } = await view(table, me);
      return hand?.decisions.some(({ seat }) => seat === you!.seat) ?? false;
    };
    const lastKey = async () => (await finger.keys(".zone .keys .last", ".key")).at(-1);
    let [asked, pressed] = [0, 0];
    for (let steps = 0; steps < 400 && !(await after.isVisible()); steps++) {
      if (await bubble.isVisible()) {
        if (asked === 0) expect(await axe(page)).toEqual([]);
        asked += 1;
        expect(await page.locator(".zone .clock").count(), "no clock").toBe(0);
      }
      const key = await lastKey();
      // New keys are deaf for a quarter of a second.
      await page.waitForTimeout(300);
      const same = await lastKey();
      if (!key || same?.name !== key.name || !(await isMine())) continue;
      const before = await state();
      await finger.pressAt(same.x, same.y);
      await expect.poll(state, `${key.name} does nothing`).not.toBe(before);
      pressed += 1;
    }
    expect(asked).toBeGreaterThan(0);
    expect(pressed).toBeGreaterThan(0);
    await expect(after).toBeVisible();
    await finger.press("Without the guide");
    await expect(page.locator(".guide")).toHaveCount(0);
    expect(await page.evaluate(() => JSON.parse(localStorage.getItem("cardroom.guide")!).table)).toBeNull();
  });
}

test("the guide can be left at any moment, and does not come again", async ({ browser }) => {
  const me = await guest("Ada");
  const page = await pageOf(browser, me, "/learn/doudizhu", { motion: "off" }, site, phone);
  await page.getByRole("button", { name: "Play a first hand with a guide" }).tap();
  await page.getByRole("button", { name: "Leave guide" }).tap({ timeout: 60_000 });
  await expect(page.locator(".guide")).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("button", { name: "Menu" })).toBeVisible();
  await expect(page.locator(".guide")).toHaveCount(0);
});

test("cards that are refused say why, and one press mends them", async ({ browser }) => {
  test.setTimeout(240_000);
  let page!: Page;
  const rank = (name: string) => name.split(" ")[0]!;
  // Not every hand has three alike and two loose cards: another guest gets another.
  for (let tries = 0; ; tries++) {
    await page?.context().close();
    page = await pageOf(browser, await guest("Ada"), "/learn/doudizhu", { motion: "off" }, site, phone);
    await page.getByRole("button", { name: "Play a first hand with a guide" }).tap();
    await page.getByRole("button", { name: "Leave guide" }).tap({ timeout: 60_000 });
    const bid = page.locator(".zone .keys .key").filter({ hasText: "Bid 3" });
    expect(tries, "no hand with three alike and two loose cards").toBeLessThan(8);
    if (!(await bid.waitFor({ timeout: 10_000 }).then(() => true, () => false))) continue;
    await page.waitForTimeout(400);
    await bid.tap();
    await page.locator(".zone .keys .key").filter({ hasText: "Hint" }).waitFor({ timeout: 30_000 });
    const names = await page.locator(".zone .fan .place .aloud").allInnerTexts();
    const places = names.reduce((all, name, at) => all.set(rank(name), [...(all.get(rank(name)) ?? []), at]), new Map<string, number[]>());
    const trio = [...places.values()].find((each) => each.length === 3);
    const loose = [...places].filter(([name, each]) => each.length === 1 && !["big", "small", "2"].includes(name)).map(([, each]) => each[0]!);
    if (!trio || loose.length < 2) continue;
    for (const at of [...trio, ...loose.slice(0, 2)]) {
      const { x, y } = (await page.locator(".zone .fan .place").nth(at).boundingBox())!;
      await page.touchscreen.tap(x + 12, y + 24);
    }
    break;
  }
  const play = page.locator(".zone .keys .last .key").last();
  await expect(page.getByText("Three of a kind carries one card or a pair, not two different cards.")).toBeVisible();
  await expect(play).toBeDisabled();
  expect(await axe(page)).toEqual([]);
  await page.getByRole("button", { name: /^Lower/ }).tap();
  await expect(page.locator(".zone .fan .up")).toHaveCount(4);
  await expect(page.getByText("Three of a kind carries")).toBeHidden();
  await expect(play).toBeEnabled();
});
