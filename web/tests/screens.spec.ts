import { expect } from "@playwright/test";
import type { Schemas } from "../src/api/types";
import { axe, expectGoodLooks, misplaced, overflowing, rest } from "./looks";
import { act, asked, deal, guest, openTable, pageOf, press, site, tabTo, view } from "./players";
import { test } from "./test";

const slow = { dealing: { type: "automatic" as const, pause_seconds: 1 }, decision_seconds: 300 };
const byHand = { dealing: { type: "by_hand" as const }, decision_seconds: 600 };
const games: Record<string, { seats: number; rules: Schemas["NewGameRules"]; buyIn: number }> = {
  holdem: { seats: 6, rules: { holdem: { betting: "no_limit", small_blind: 5, big_blind: 10, showdown_seconds: 0 } }, buyIn: 1000 },
  doudizhu: { seats: 3, rules: { doudizhu: { stake: 10, card_millis: 0 } }, buyIn: 2000 },
  shengji: { seats: 4, rules: { shengji: { card_millis: 0, declaring_seconds: 60 } }, buyIn: 0 },
};
/** The third from the end is a phone on its side, the last a desktop of 1280 × 800 that is zoomed to 200 %. */
const sizes = [[320, 568], [360, 740], [390, 844], [768, 1024], [1280, 800], [844, 390], [1440, 900], [640, 400]] as const;

for (const [name, { seats, rules, buyIn }] of Object.entries(games)) {
  test(`the table of ${name} at every size, in both languages and themes`, async ({ browser }) => {
    test.setTimeout(240_000);
    const guests = await Promise.all(Array.from({ length: seats }, (_, at) => guest(`Guest ${at}`)));
    const table = await openTable(guests, rules, { ...slow, min_buy_in: buyIn, max_buy_in: buyIn });
    for (const language of ["en", "zh"]) {
      const page = await pageOf(browser, guests[0]!, `/t/${table}`, { language, motion: "off" });
      await expect(page.locator(".zone .card").first()).toBeVisible({ timeout: 15_000 });
      for (const [width, height] of sizes) {
        const size = `${width} × ${height}`;
        await page.setViewportSize({ width, height });
        await rest(page);
        expect.soft(await overflowing(page, width), `${size} ${language}`).toEqual([]);
        expect.soft(await misplaced(page), `${size} ${language}`).toEqual([]);
      }
      await page.setViewportSize({ width: 390, height: 844 });
      expect.soft(await axe(page), language).toEqual([]);
      expect(page.complaints).toEqual([]);
      await page.context().close();
    }
  });
}

test("sheets opened at a table: nothing beyond the edge, nothing that axe finds", async ({ browser }) => {
  test.setTimeout(300_000);
  const guests = [await guest("Quiet Heron"), await guest("Bob")];
  const me = guests[0]!;
  const table = await openTable(guests, games.holdem!.rules, { ...byHand, seats: 6 });
  await deal(table, me);
  if ((await asked(table, guests)) === 1) await act(table, guests[1]!, { holdem: { type: "call" } });
  const words = {
    en: { menu: "Menu", log: "Log", host: "Host this table", invite: "Bring someone", card: "Bob, card", people: "People", amount: /^Amount/ },
    zh: { menu: "菜单", log: "记录", host: "管理牌桌", invite: "邀请朋友", card: "Bob的名片", people: "人员", amount: /^金额/ },
  };
  for (const language of ["en", "zh"] as const) {
    const page = await pageOf(browser, me, `/t/${table}`, { language, motion: "off" });
    const { menu, log, host, invite, card, people, amount } = words[language];
    const open = (name: string) => page.getByRole("button", { name, exact: true }).first().click();
    const look = (what: string) => expectGoodLooks(page, `${what} ${language}`);
    await page.getByRole("button", { name: card }).waitFor();
    await open(menu);
    await look("menu");
    await open(host);
    await look("host");
    await page.getByRole("radio", { name: people }).click();
    await look("people");
    await page.keyboard.press("Escape");
    await open(menu);
    await open(invite);
    await look("invite");
    await page.keyboard.press("Escape");
    await open(log);
    await look("log");
    await page.keyboard.press("Escape");
    await press(page, amount);
    await expect(page.getByRole("dialog").getByRole("textbox")).toBeVisible();
    await look("number pad");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: card }).click();
    await look("card");
    // Private figures of another player are answered with a 403.
    expect(page.complaints.filter((each) => !each.includes("403"))).toEqual([]);
    await page.context().close();
  }
});

test("every other screen: nothing beyond the edge, nothing that axe finds, nothing against the policy", async ({ browser }) => {
  test.setTimeout(480_000);
  const guests = [await guest("Quiet Heron"), await guest("Bob")];
  const me = guests[0]!;
  const table = await openTable(guests, games.holdem!.rules, { ...byHand, name: "<b>Kitchen</b> &amp; table 🂡" });
  const waiting = await openTable([me], games.holdem!.rules, { ...slow, seats: 6 });
  await deal(table, me);
  for (let type: "call" | "check" = "call"; (await view(table, me)).hand; type = "check") await act(table, guests[await asked(table, guests)]!, { holdem: { type } });
  const { last_hand } = await view(table, me);
  const paths = ["/", `/t/${waiting}`, `/t/${table}`, `/t/${table}/hands`, `/h/${last_hand}`, "/me", "/me/hands", "/me/ledger", "/me/friends", "/me/account", "/claim", "/settings", "/nowhere"];
  for (const language of ["en", "zh"]) {
    const page = await pageOf(browser, me, "/", { language });
    for (const path of paths) {
      await page.goto(site + path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await page.waitForTimeout(300);
      for (const [width, height] of sizes) {
        await page.setViewportSize({ width, height });
        await rest(page);
        expect.soft(await overflowing(page, width), `${path} ${width}`).toEqual([]);
      }
      expect.soft(await axe(page), `${path} ${language}`).toEqual([]);
    }
    // The replay's last step, with the winnings.
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${site}/h/${last_hand}`);
    await page.getByRole("button", { name: language === "en" ? "To the end" : "到结尾" }).click();
    await expectGoodLooks(page, `replay ${language}`);
    await page.goto(`${site}/`);
    await page.locator("[data-open]").click();
    await page.getByRole("dialog").getByRole("button", { name: language === "en" ? /^Time, dealing, extras/ : /^时间、发牌和其他/ }).click();
    await expectGoodLooks(page, `open a table ${language}`);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: language === "en" ? "I have a code" : "我有邀请码" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectGoodLooks(page, `join ${language}`);
    expect(page.complaints).toEqual([]);
    await page.context().close();
  }
});

test("the first visit, by keys alone, to a seat; nothing beyond the edge, nothing that axe finds", async ({ browser, page }) => {
  test.setTimeout(240_000);
  for (const locale of ["zh-CN", "en-GB"]) {
    const first = await (await browser.newContext({ locale })).newPage();
    await first.goto("/");
    await expect(first.locator("html")).toHaveAttribute("lang", locale === "en-GB" ? "en" : locale);
    await expect(first.getByRole("heading", { level: 1 })).toBeVisible();
    await expectGoodLooks(first, `welcome ${locale}`);
    await first.context().close();
  }
  await page.goto("/");
  await tabTo(page, page.getByLabel("Your name"));
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("Ada");
  await tabTo(page, page.getByRole("button", { name: /Dou Dizhu/ }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/t\//);
  await expect(page.getByRole("button", { name: "Menu" })).toBeVisible();
  await expect.poll(() => page.evaluate(() => (JSON.parse(localStorage.getItem("cardroom.me") ?? "{}") as { name?: string }).name)).toBe("Ada");
});
