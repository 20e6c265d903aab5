import { expect, test } from "@playwright/test";
import type { Schemas } from "../src/api/types";
import { guest, openTable, pageOf, pressCall, site, view, type Guest } from "./players";

const rules: Schemas["NewGameRules"] = { holdem: { betting: "no_limit", small_blind: 5, big_blind: 10, showdown_seconds: 0 } };
const slow = { dealing: { type: "automatic" as const, pause_seconds: 1 }, decision_seconds: 120 };

async function atTurn(): Promise<{ guests: Guest[]; table: string; mine: Guest }> {
  const guests = [await guest("Ada"), await guest("Bob")];
  const table = await openTable(guests, rules, slow);
  await expect.poll(async () => (await view(table, guests[0]!)).hand?.decisions.length).toBe(1);
  const { hand } = await view(table, guests[0]!);
  return { guests, table, mine: guests[hand!.decisions[0]!.seat]! };
}

test("offline in the own turn and back: said at once, and played on without a reload", async ({ browser }) => {
  const { table, mine } = await atTurn();
  const page = await pageOf(browser, mine, `/t/${table}`);
  const call = page.getByRole("button", { name: /^Call/ });
  await expect(call).toBeEnabled();
  await page.context().setOffline(true);
  await expect(page.getByText("Connection lost")).toBeVisible({ timeout: 4_000 });
  await page.context().setOffline(false);
  await expect(page.getByText("Connection lost")).toBeHidden({ timeout: 12_000 });
  const { version } = await view(table, mine);
  await pressCall(page);
  await expect.poll(async () => (await view(table, mine)).version).toBeGreaterThan(version);
});

test("an action whose answer is lost is done once", async ({ browser }) => {
  const { table, mine } = await atTurn();
  const page = await pageOf(browser, mine, `/t/${table}`);
  const keys: (string | undefined)[] = [];
  let lost = 0;
  await page.route("**/actions", async (route) => {
    keys.push(route.request().headers()["idempotency-key"]);
    if (lost++ > 0) return route.continue();
    await route.fetch();
    await route.abort("connectionreset");
  });
  const { version } = await view(table, mine);
  await pressCall(page);
  await expect.poll(() => keys.length).toBe(2);
  expect(new Set(keys).size).toBe(1);
  await expect.poll(async () => (await view(table, mine)).version).toBe(version + 1);
});

test("a press on the key of a decision that has passed is stale, and never another action", async ({ browser }) => {
  const { table, guests, mine } = await atTurn();
  const page = await pageOf(browser, mine, `/t/${table}`);
  await expect(page.getByRole("button", { name: /^Call/ })).toBeEnabled();
  const other = guests.find((each) => each !== mine)!;
  // The same player, on another device, has called already; this page has not heard of it.
  await page.route("**/events*", (route) => route.abort());
  const elsewhere = await pageOf(browser, mine, `/t/${table}`);
  await pressCall(elsewhere);
  await expect.poll(async () => (await view(table, other)).hand?.decisions[0]?.seat).toBe(guests.indexOf(other));
  const { version } = await view(table, mine);
  const fold = page.getByRole("button", { name: "Fold" });
  if (await fold.isVisible()) await fold.click({ timeout: 2_000 }).catch(() => {});
  await page.waitForTimeout(500);
  expect((await view(table, mine)).version).toBe(version);
});

test("an access token that has ended in a hand is replaced without a word", async ({ browser }) => {
  const { table, mine } = await atTurn();
  const page = await pageOf(browser, mine, `/t/${table}`);
  await expect(page.getByRole("button", { name: /^Call/ })).toBeEnabled();
  let refused = 0;
  await page.route("**/actions", (route) => {
    if (refused++ > 0) return route.continue();
    return route.fulfill({ status: 401, contentType: "application/problem+json", body: '{"code":"token_expired","status":401}' });
  });
  const { version } = await view(table, mine);
  await pressCall(page);
  await expect.poll(async () => (await page.evaluate(() => localStorage.getItem("cardroom.tokens")))?.includes(mine.token)).toBe(false);
  const token = JSON.parse((await page.evaluate(() => localStorage.getItem("cardroom.tokens"))) ?? "{}").access_token as string;
  await expect.poll(async () => (await view(table, { ...mine, token })).version).toBeGreaterThan(version);
});

test("plain HTTP under another host name: sign in, open a table, share it", async ({ browser }) => {
  const { networkInterfaces } = await import("node:os");
  const address = Object.values(networkInterfaces()).flat().find((each) => each?.family === "IPv4" && !each.internal)?.address;
  test.skip(!address, "this machine has no other address");
  const context = await browser.newContext();
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  await page.goto(`http://${address}:${new URL(site).port}/`);
  expect(await page.evaluate(() => isSecureContext)).toBe(false);
  await page.getByRole("button", { name: /Shengji/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.getByRole("button", { name: "Bring someone" }).first().click();
  await expect(page.getByRole("img", { name: /picture for a camera/ })).toBeVisible();
  expect(complaints).toEqual([]);
});
