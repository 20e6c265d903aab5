import { expect, type Browser } from "@playwright/test";
import type { Schemas } from "../src/api/types";
import { act, answerOf, asked, elsewhere, guest, openTable, pageOf, press, pressMiddle, site, view, watch, type Guest, type Watched } from "./players";
import { test } from "./test";

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
  await pressMiddle(page);
  await expect.poll(async () => (await view(table, mine)).version).toBe(version + 1);
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
  await pressMiddle(page);
  await expect.poll(() => keys.length).toBe(2);
  expect(new Set(keys).size).toBe(1);
  await expect.poll(async () => (await view(table, mine)).version).toBe(version + 1);
});

test("two devices of one player: each shows the other's actions; a press on a past decision is refused, redrawn, and never another action", async ({ browser }) => {
  const { table, guests, mine } = await atTurn();
  const elsewhere = await pageOf(browser, mine, `/t/${table}`);
  const follows = await pageOf(browser, mine, `/t/${table}`);
  const deaf = await pageOf(browser, mine, "/settings");
  // This one has read the table, and hears no more of it.
  await deaf.route("**/events*", (route) => route.abort());
  await deaf.goto(`${site}/t/${table}`);
  for (const page of [elsewhere, follows, deaf]) await expect(page.getByRole("button", { name: /^Call/ })).toBeEnabled();
  await pressMiddle(elsewhere);
  await expect(follows.getByRole("button", { name: "Fold", exact: true })).toBeHidden();
  const { version, hand } = await view(table, mine);
  expect(guests[hand!.decisions[0]!.seat]).not.toBe(mine);
  await press(deaf, "Fold");
  await expect(deaf.getByText("It is not your turn.")).toBeVisible();
  await expect(deaf.getByRole("button", { name: "Fold", exact: true })).toBeHidden();
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
  await pressMiddle(page);
  await expect.poll(async () => (await page.evaluate(() => localStorage.getItem("cardroom.tokens")))?.includes(mine.token)).toBe(false);
  const token = JSON.parse((await page.evaluate(() => localStorage.getItem("cardroom.tokens"))) ?? "{}").access_token as string;
  await expect.poll(async () => (await view(table, { ...mine, token })).version).toBe(version + 1);
});

test("plain HTTP under another host name: sign in, play a move, lose the line and play on, bring someone", async ({ browser }) => {
  const bob = await guest("Bob");
  const table = await openTable([bob], rules, { ...slow, seats: 2, access: "invite" });
  const code = (await view(table, bob)).you!.invite_code!;
  const page = watch(await (await browser.newContext()).newPage());
  await page.goto(`${elsewhere}/t/${table}#${encodeURIComponent(code)}`);
  expect(await page.evaluate(() => isSecureContext)).toBe(false);
  await page.getByRole("button", { name: "Sit down" }).click();
  /** The page's own decision, once Bob has made his. */
  const turn = async () => {
    for (;;) {
      const seat = await asked(table, [bob]);
      if (seat !== 0) return;
      await act(table, bob, { holdem: { type: (await optionsOf(bob)).check ? "check" : "call" } });
    }
  };
  const optionsOf = async (each: Guest) => ((await view(table, each)).you!.options as Schemas["GameOptionsHoldem"]).holdem;
  await turn();
  expect(await answerOf(page, () => pressMiddle(page))).toBe(200);
  await page.context().setOffline(true);
  await expect(page.getByText("Connection lost")).toBeVisible();
  // Changes of the meantime are there once the connection is.
  await turn();
  await page.context().setOffline(false);
  await expect(page.getByText("Connection lost")).toBeHidden();
  await expect(page.locator(".board .card")).toHaveCount(3);
  expect(await answerOf(page, () => pressMiddle(page))).toBe(200);
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await page.getByRole("button", { name: "Bring someone", exact: true }).first().click();
  await expect(page.getByRole("img", { name: /picture for a camera/ })).toBeVisible();
  expect(page.complaints.filter((each) => !each.includes("ERR_INTERNET_DISCONNECTED"))).toEqual([]);
});

/** A table whose menu lacks a part: a table loads its sheets before they are needed. */
async function withoutPart(browser: Browser, part: RegExp): Promise<{ page: Watched; mend: () => void }> {
  const { table, mine } = await atTurn();
  const page = await pageOf(browser, mine, "/learn");
  let isLost = true;
  await page.route(part, (route) => (isLost ? route.abort() : route.continue()));
  const lost = page.waitForEvent("requestfailed", (request) => part.test(request.url()));
  await page.goto(`${site}/t/${table}`);
  await lost;
  return { page, mend: () => (isLost = false) };
}

for (const [name, part] of [["script", /assets\/Menu-[^/]*\.js$/], ["texts", /assets\/en\.rooms-[^/]*\.js$/]] as const) {
  test(`the menu opens at the next press if its ${name} could not be loaded`, async ({ browser }) => {
    const { page, mend } = await withoutPart(browser, part);
    const menu = page.getByRole("button", { name: "Menu", exact: true });
    await menu.click();
    await expect(page.getByText("A part of this page could not be loaded.")).toBeVisible();
    mend();
    await menu.click();
    await expect(page.getByRole("button", { name: "Stand up" })).toBeVisible();
  });
}

test("the menu has its style if that could not be loaded at first", async ({ browser }) => {
  const { page, mend } = await withoutPart(browser, /assets\/Menu-[^/]*\.css$/);
  const style = page.waitForResponse(/assets\/Menu-[^/]*\.css$/);
  mend();
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await expect(page.getByRole("button", { name: "Stand up" })).toBeVisible();
  expect((await style).ok()).toBe(true);
});
