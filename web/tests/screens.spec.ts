import AxeBuilder from "@axe-core/playwright";
import { expect, test, type Page } from "@playwright/test";
import type { Schemas } from "../src/api/types";
import { guest, openTable, pageOf, site } from "./players";

const slow = { dealing: { type: "automatic" as const, pause_seconds: 1 }, decision_seconds: 120 };
const games: Record<string, { seats: number; rules: Schemas["NewGameRules"]; buyIn: number }> = {
  holdem: { seats: 6, rules: { holdem: { betting: "no_limit", small_blind: 5, big_blind: 10 } }, buyIn: 1000 },
  doudizhu: { seats: 3, rules: { doudizhu: { stake: 10, card_millis: 0 } }, buyIn: 2000 },
  shengji: { seats: 4, rules: { shengji: { card_millis: 0, declaring_seconds: 60 } }, buyIn: 0 },
};
const sizes = [[320, 568], [360, 740], [390, 844], [768, 1024], [1280, 800]] as const;

/** What ends beyond the width that was asked for: a phone's browser would widen its layout, and hide it. */
function overflowing(page: Page, width: number): Promise<string[]> {
  return page.evaluate((width) => {
    const isOut = (box: DOMRect) => box.width > 0 && box.height > 0 && (box.right > width + 1 || box.left < -1);
    return [...document.querySelectorAll("body *")]
      .filter((each) => !each.closest(".aloud, svg, .clock") && isOut(each.getBoundingClientRect()))
      .map((each) => `${each.tagName}.${each.getAttribute("class")}`);
  }, width);
}

/** Targets that lie on each other: neither could be hit for sure. Cards of a fan lie on each other by design. */
function overlapping(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const targets = [...document.querySelectorAll("button, a, input")].filter((each) => !each.closest(".fan, .aloud") && (each as HTMLElement).offsetParent);
    const boxes = targets.map((each) => ({ each, box: each.getBoundingClientRect() })).filter(({ box }) => box.width > 1);
    const found: string[] = [];
    for (const [at, one] of boxes.entries()) {
      for (const other of boxes.slice(at + 1)) {
        if (one.each.contains(other.each) || other.each.contains(one.each)) continue;
        const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        if (wide > 1 && high > 1) found.push(`${one.each.textContent?.trim()} / ${other.each.textContent?.trim()}`);
      }
    }
    return found;
  });
}

async function axe(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page: page as never }).setLegacyMode().analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`);
}

for (const [name, { seats, rules, buyIn }] of Object.entries(games)) {
  test(`the table of ${name} at every size, in both languages and themes`, async ({ browser }) => {
    test.setTimeout(240_000);
    const guests = await Promise.all(Array.from({ length: seats }, (_, at) => guest(`Guest ${at}`)));
    const table = await openTable(guests, rules, { ...slow, min_buy_in: buyIn, max_buy_in: buyIn });
    for (const language of ["en", "zh"]) {
      for (const theme of ["dark", "light"]) {
        const page = await pageOf(browser, guests[0]!, `/t/${table}`, { language, theme, motion: "off" });
        await expect(page.locator(".zone .card").first()).toBeVisible({ timeout: 15_000 });
        for (const [width, height] of sizes) {
          await page.setViewportSize({ width, height });
          await page.waitForTimeout(150);
          expect.soft(await overflowing(page, width), `${width} ${language}`).toEqual([]);
          expect.soft(await overlapping(page), `${width} ${language}`).toEqual([]);
        }
        await page.setViewportSize({ width: 390, height: 844 });
        expect.soft(await axe(page), `${language} ${theme}`).toEqual([]);
        expect(page.complaints).toEqual([]);
        await page.context().close();
      }
    }
  });
}

test("every other screen: nothing beyond the edge, nothing that axe finds, nothing against the policy", async ({ browser }) => {
  test.setTimeout(240_000);
  const me = await guest("Quiet Heron");
  await openTable([me, await guest("Bob")], games.holdem!.rules, { ...slow, name: "<b>Kitchen</b> &amp; table 🂡" });
  for (const language of ["en", "zh"]) {
    for (const theme of ["dark", "light"]) {
      const page = await pageOf(browser, me, "/", { language, theme });
      for (const path of ["/", "/me", "/settings", "/nowhere"]) {
        await page.goto(site + path);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await page.waitForTimeout(300);
        for (const [width, height] of sizes) {
          await page.setViewportSize({ width, height });
          expect.soft(await overflowing(page, width), `${path} ${width}`).toEqual([]);
        }
        expect.soft(await axe(page), `${path} ${language} ${theme}`).toEqual([]);
      }
      expect(page.complaints).toEqual([]);
      await page.context().close();
    }
  }
});

test("the first visit, by keys alone, to a seat", async ({ page }) => {
  await page.goto("/");
  await page.getByLabel("Your name").fill("Ada");
  expect.soft(await axe(page)).toEqual([]);
  await page.getByRole("button", { name: /Dou Dizhu/ }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/t\//);
  await expect(page.getByRole("button", { name: "Bring someone" }).first()).toBeVisible();
});
