import { expect, type Locator, type Page } from "@playwright/test";
import { guest, openTable, pageOf, phone, site } from "./players";
import { test } from "./test";

/** The position of a finger's press: the middle of it, whatever is there. */
export async function tap(page: Page, what: Locator): Promise<void> {
  await what.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await what.boundingBox())!;
  await page.touchscreen.tap(x + width / 2, y + height / 2);
}

test("options that are pressed open no table; the key does", async ({ browser }) => {
  const me = await guest("Ada");
  const page = await pageOf(browser, me, "/", { motion: "off" }, site, phone);
  const opened: string[] = [];
  page.on("request", (request) => request.method() === "POST" && request.url().endsWith("/v1/tables") && opened.push(request.url()));
  await tap(page, page.locator("[data-open]"));
  const sheet = page.getByRole("dialog");
  const groups = sheet.getByRole("radiogroup");
  await expect(groups.nth(1)).toBeVisible();
  for (const at of [0, 1]) {
    const other = groups.nth(at).locator("[role=radio][aria-checked=false]").first();
    const name = (await other.getAttribute("aria-label"))!;
    await tap(page, other);
    await expect(groups.nth(at).getByRole("radio", { name, exact: true })).toBeChecked();
  }
  expect(opened).toEqual([]);
  await expect(page).toHaveURL(`${site}/`);
  await tap(page, sheet.locator("button[type=submit]"));
  await expect(page).toHaveURL(/\/t\//);
  expect(opened).toHaveLength(1);
});

test("Back closes open sheets at a table, and only then leaves the table", async ({ browser }) => {
  const me = await guest("Ada");
  const table = await openTable([me], { holdem: { betting: "no_limit", small_blind: 5, big_blind: 10 } }, { seats: 6, max_buy_in: 1000 });
  const page = await pageOf(browser, me, "/settings", { motion: "off" }, site, phone);
  await page.goto(`${site}/t/${table}`);
  await tap(page, page.getByRole("button", { name: "Menu" }));
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page).toHaveURL(`${site}/t/${table}`);

  // One sheet over another: the upper one is closed first.
  await tap(page, page.getByRole("button", { name: "Menu" }));
  await tap(page, page.getByRole("button", { name: "Stand up" }));
  await expect(page.getByRole("dialog")).toHaveCount(2);
  await page.goBack();
  await expect(page.getByRole("dialog")).toHaveCount(1);
  await page.goBack();
  await expect(page.getByRole("dialog")).toHaveCount(0);

  // Closed by its key, or left by a link, a sheet leaves nothing to go back to.
  await tap(page, page.getByRole("button", { name: "Menu" }));
  await tap(page, page.getByRole("dialog").getByRole("button", { name: "Close", exact: true }).last());
  await expect(page.getByRole("dialog")).toBeHidden();
  await tap(page, page.getByRole("button", { name: "Menu" }));
  await tap(page, page.getByRole("dialog").getByRole("link", { name: "Settings" }));
  await expect(page).toHaveURL(`${site}/settings`);
  await page.goBack();
  await expect(page).toHaveURL(`${site}/t/${table}`);
  await page.goBack();
  await expect(page).toHaveURL(`${site}/settings`);
});

test("on a slow phone, too, a way out of a sheet leads elsewhere for good", async ({ browser }) => {
  const page = await pageOf(browser, await guest("Ada"), "/", { motion: "off" }, site, phone);
  await page.evaluate(() => {
    const back = history.back.bind(history);
    history.back = () => void setTimeout(back, 800);
  });
  await tap(page, page.locator("[data-open]"));
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.locator("a[href='/me']").first().click();
  await expect(page).toHaveURL(`${site}/me`);
  await page.waitForTimeout(1_500);
  await expect(page).toHaveURL(`${site}/me`);
  await page.goBack();
  await expect(page).toHaveURL(`${site}/`);
});
