import { expect, test, type Page } from "@playwright/test";
import { guest, openTable, pageOf } from "./players";

/** A page whose player leads at Dou Dizhu, with all the cards in the fan. */
async function leader(browser: import("@playwright/test").Browser): Promise<Page> {
  const guests = await Promise.all(["Ada", "Bob", "Cid"].map(guest));
  const rules = { doudizhu: { stake: 1, card_millis: 0 } };
  const table = await openTable(guests, rules, { min_buy_in: 1000, max_buy_in: 1000, decision_seconds: 120, dealing: { type: "automatic", pause_seconds: 0 } });
  const pages = await Promise.all(guests.map((each) => pageOf(browser, each, `/t/${table}`, { motion: "off" })));
  const bid = (page: Page) => page.getByRole("button", { name: "Bid 3" });
  await expect.poll(async () => (await Promise.all(pages.map((page) => bid(page).isVisible()))).some(Boolean)).toBe(true);
  const visible = await Promise.all(pages.map((page) => bid(page).isVisible()));
  const page = pages[visible.indexOf(true)]!;
  await page.waitForTimeout(300);
  await bid(page).click();
  await expect(page.locator(".fan button")).toHaveCount(20);
  return page;
}

const lifted = (page: Page) => page.locator(".fan button[aria-pressed=true]").count();

test("a tap lifts, a slide lifts all that it crosses, and back undoes it", async ({ browser }) => {
  const page = await leader(browser);
  for (const width of [320, 390, 430, 768]) {
    await page.setViewportSize({ width, height: 844 });
    await page.waitForTimeout(200);
    const cards = page.locator(".fan button");
    const box = async (at: number) => (await cards.nth(at).boundingBox())!;
    const first = await box(0);
    const fourth = await box(3);
    const second = await box(1);
    await page.mouse.click(first.x + 10, first.y + 20);
    expect(await lifted(page)).toBe(1);
    await page.mouse.click(first.x + 10, first.y + 20);
    expect(await lifted(page)).toBe(0);
    await page.mouse.move(first.x + 10, first.y + 20);
    await page.mouse.down();
    await page.mouse.move(fourth.x + 10, fourth.y + 20, { steps: 8 });
    expect(await lifted(page)).toBe(4);
    await page.mouse.move(second.x + 10, second.y + 20, { steps: 6 });
    expect(await lifted(page)).toBe(2);
    await page.mouse.up();
    await page.keyboard.press("Escape");
    expect(await lifted(page)).toBe(0);
  }
});

test("a slide that leaves the fan upwards plays", async ({ browser }) => {
  const page = await leader(browser);
  const last = (await page.locator(".fan button").last().boundingBox())!;
  await page.mouse.move(last.x + 20, last.y + 30);
  await page.mouse.down();
  await page.waitForTimeout(300);
  await page.mouse.move(last.x + 20, last.y - 260, { steps: 6 });
  await page.mouse.up();
  await expect(page.locator(".fan button")).toHaveCount(19);
});

test("by keys: arrows move, space lifts, Enter plays", async ({ browser }) => {
  const page = await leader(browser);
  await page.locator(".fan button[tabindex='0']").focus();
  await page.keyboard.press("End");
  await page.keyboard.press(" ");
  expect(await lifted(page)).toBe(1);
  await page.waitForTimeout(300);
  await page.keyboard.press("Enter");
  await expect(page.locator(".fan button")).toHaveCount(19);
});
