import { expect } from "@playwright/test";
import type { Schemas } from "../src/api/types";
import { call, guest, openTable, pageOf, site, view } from "./players";
import { test } from "./test";

const rules: Schemas["NewGameRules"] = { holdem: { betting: "no_limit", small_blind: 5, big_blind: 10, showdown_seconds: 0 } };
const byHand = { dealing: { type: "by_hand" as const }, decision_seconds: 120 };

test("a code leads from the first visit to a chair", async ({ page }) => {
  const ada = await guest("Ada");
  const table = await openTable([ada], rules, { ...byHand, name: "Behind the door", access: "invite", seats: 4 });
  const code = (await view(table, ada)).you!.invite_code!;
  await page.goto("/");
  await page.getByRole("button", { name: "I have a code" }).click();
  await page.getByLabel("Code", { exact: true }).fill("WRONG-CODE");
  await page.getByRole("button", { name: "Find the table" }).click();
  await expect(page.getByText("This code leads to no table.")).toBeVisible();
  await page.getByLabel("Code", { exact: true }).fill(` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)} `);
  await page.getByRole("button", { name: "Find the table" }).click();
  await expect(page.getByText("Behind the door")).toBeVisible();
  await page.getByRole("button", { name: "Sit down at Ada's table" }).click();
  await expect(page).toHaveURL(new RegExp(`/t/${table}#`));
  await expect.poll(async () => (await view(table, ada)).chairs.length).toBe(2);
});

test("a link with a code seats a guest with one press, and the host can replace the code", async ({ browser, page }) => {
  const ada = await guest("Ada");
  const table = await openTable([ada], rules, { ...byHand, access: "invite", seats: 4 });
  const code = (await view(table, ada)).you!.invite_code!;
  await page.goto(`/t/${table}#${encodeURIComponent(code)}`);
  await page.getByRole("button", { name: "Sit down" }).click();
  await expect.poll(async () => (await view(table, ada)).chairs.length).toBe(2);
  const host = await pageOf(browser, ada, `/t/${table}`);
  await host.getByRole("button", { name: "Bring someone" }).first().click();
  await expect(host.getByRole("dialog").getByText(code)).toBeVisible();
  await host.getByRole("button", { name: "Another code" }).click();
  await host.getByRole("button", { name: "Another code" }).last().click();
  await expect.poll(async () => (await view(table, ada)).you!.invite_code).not.toBe(code);
  expect(host.complaints).toEqual([]);
});

test("a guest at a full table waits in line, hears of a free seat, and sits down", async ({ browser }) => {
  const [ada, bob, cid] = await Promise.all([guest("Ada"), guest("Bob"), guest("Cid")]);
  const table = await openTable([ada, bob], rules, byHand);
  const page = await pageOf(browser, cid, `/t/${table}`);
  await page.getByRole("button", { name: "Watch and wait for a chair" }).click();
  await expect(page.getByText("You are next in line.")).toBeVisible();
  await call("DELETE", `/v1/tables/${table}/seats/me`, bob.token);
  await expect(page.getByText("A seat is kept for you.")).toBeVisible();
  await page.locator(".zone").getByRole("button", { name: "Sit down" }).click();
  await page.getByRole("button", { name: /^Bring [0-9]/ }).click();
  await expect.poll(async () => (await view(table, ada)).chairs.map(({ name }) => name).sort()).toEqual(["Ada", "Cid"]);
  expect(page.complaints).toEqual([]);
});

test("a host pauses, changes, removes, bans and hands over, and the table shows each", async ({ browser }) => {
  const [ada, bob, cid] = await Promise.all([guest("Ada"), guest("Bob"), guest("Cid")]);
  const table = await openTable([ada, bob, cid], rules, { ...byHand, seats: 4 });
  const page = await pageOf(browser, ada, `/t/${table}`);
  const looksOn = await pageOf(browser, cid, `/t/${table}/watch`, { language: "zh" });
  const host = async () => {
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("button", { name: "Host this table" }).click();
  };
  await host();
  await page.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByText("No hand is dealt. Press Resume, and the next one is.")).toBeVisible();
  await page.getByRole("button", { name: "Resume" }).click();
  await page.getByLabel("Name").fill("Renamed");
  await page.getByLabel("Seconds for a decision").fill("45");
  await page.getByLabel("Big blind").fill("20");
  await page.getByRole("button", { name: "Change", exact: true }).click();
  await expect.poll(async () => {
    const { options } = await view(table, ada);
    return [options.name, options.decision_seconds, "holdem" in options.game && options.game.holdem.big_blind];
  }).toEqual(["Renamed", 45, 20]);
  await page.getByRole("radio", { name: "People" }).click();
  const line = (name: string) => page.getByRole("listitem").filter({ hasText: name });
  await line("Bob").getByRole("button", { name: "Keep away" }).click();
  await page.getByRole("button", { name: "Keep away" }).last().click();
  await expect.poll(async () => (await view(table, ada)).banned.length).toBe(1);
  await expect(page.getByRole("button", { name: "Allow again" })).toBeVisible();
  await page.getByRole("button", { name: "Allow again" }).click();
  await expect.poll(async () => (await view(table, ada)).banned.length).toBe(0);
  await line("Cid").getByRole("button", { name: "Hand over" }).click();
  await page.getByRole("button", { name: "Hand over" }).last().click();
  await expect.poll(async () => (await view(table, ada)).host).toBe(cid.welcome.player.id);
  await looksOn.getByRole("button", { name: "记录" }).click();
  for (const text of ["房主暂停了牌桌", "房主修改了牌桌", "房主禁止Bob入座", "Bob可以再入座", "你成为房主"]) {
    await expect(looksOn.getByRole("dialog").getByText(text).first()).toBeVisible();
  }
  expect([...page.complaints, ...looksOn.complaints]).toEqual([]);
});

test("a sign is shown beside the seat, except from a muted player", async ({ browser }) => {
  const [ada, bob] = await Promise.all([guest("Ada"), guest("Bob")]);
  const table = await openTable([ada, bob], rules, byHand);
  const hers = await pageOf(browser, ada, `/t/${table}`);
  const his = await pageOf(browser, bob, `/t/${table}`);
  await expect(hers.getByRole("button", { name: "Bob, card" })).toBeVisible();
  const say = async (words: string) => {
    await his.getByRole("button", { name: "Log", exact: true }).click();
    await his.getByRole("button", { name: words }).click();
    await expect(his.getByRole("dialog")).toBeHidden();
  };
  await hers.waitForTimeout(800);
  await say("Nice hand");
  await expect(hers.locator(".bubble")).toHaveText("Nice hand");
  await expect(hers.locator(".bubble")).toBeHidden({ timeout: 8_000 });
  await hers.getByRole("button", { name: "Bob, card" }).click();
  await hers.getByRole("button", { name: "Mute" }).click();
  await expect(hers.getByRole("button", { name: "Hear again" })).toBeVisible();
  await hers.keyboard.press("Escape");
  await say("Oops");
  await hers.waitForTimeout(1_000);
  await expect(hers.locator(".bubble")).toHaveCount(0);
  expect([...hers.complaints, ...his.complaints].filter((each) => !each.includes("403"))).toEqual([]);
});

test("friends: asked at the table, accepted in the list, found where they sit", async ({ browser }) => {
  const [ada, bob] = await Promise.all([guest("Ada"), guest("Bob")]);
  const table = await openTable([ada, bob], rules, byHand);
  const hers = await pageOf(browser, ada, `/t/${table}`);
  await hers.getByRole("button", { name: "Bob, card" }).click();
  await hers.getByRole("button", { name: "Ask to be friends" }).click();
  await expect(hers.getByRole("button", { name: "Asked. Take it back" })).toBeVisible();
  const his = await pageOf(browser, bob, "/");
  await his.getByRole("link", { name: "One player asks to be your friend" }).click();
  await his.getByRole("button", { name: "Ada" }).click();
  await his.getByRole("button", { name: "Accept as a friend" }).click();
  await expect(his.getByRole("button", { name: "End the friendship" })).toBeVisible();
  await his.keyboard.press("Escape");
  await his.getByRole("link", { name: "Go there" }).click();
  await expect(his).toHaveURL(new RegExp(table));
});

test("a seat is carried to another device by its code, and given up for good", async ({ browser }) => {
  const ada = await guest("Ada <b>");
  const first = await pageOf(browser, ada, "/me/account");
  await first.getByRole("button", { name: "Show a code" }).click();
  const code = await first.locator(".code").innerText();
  const other = await (await browser.newContext({ locale: "en-GB" })).newPage();
  await other.goto(`${site}/claim#${encodeURIComponent(code)}`);
  await other.getByRole("button", { name: "Sign in here" }).click();
  await expect(other.getByRole("link", { name: "Profile" })).toBeVisible();
  await first.reload();
  await expect(first.getByRole("button", { name: "End" })).toBeVisible();
  await other.goto(`${site}/me/account`);
  await other.getByRole("button", { name: "Delete me" }).click();
  const end = other.getByRole("button", { name: "Delete for ever" });
  await expect(end).toBeDisabled();
  await other.getByLabel(/Type your name/).fill("Ada <b>");
  await end.click();
  await expect(other.getByRole("heading", { name: "Sit down and play" })).toBeVisible();
});

test("the lobby follows opened and closed tables, and finds by name, rule and speed", async ({ browser }) => {
  const [ada, bob] = await Promise.all([guest("Ada"), guest("Bob")]);
  const page = await pageOf(browser, ada, "/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.waitForTimeout(1_500);
  const name = `Heron ${Date.now()}`;
  const table = await openTable([bob], rules, { ...byHand, name, seats: 4, decision_seconds: 12 });
  await expect(page.getByText(name)).toBeVisible({ timeout: 6_000 });
  await expect(page.getByRole("listitem").filter({ hasText: name })).toContainText("Bob");
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByRole("searchbox").fill(name.slice(-8));
  await expect(page.getByText(name)).toBeVisible();
  await page.getByRole("radio", { name: "≤ 15 s" }).click();
  await expect(page.getByText(name)).toBeVisible();
  await page.getByRole("searchbox").fill("no such table is open");
  await expect(page.getByText("No table like this is open.")).toBeVisible();
  await page.getByRole("searchbox").fill(name);
  await expect(page.getByText(name)).toBeVisible();
  await call("DELETE", `/v1/tables/${table}`, bob.token);
  await expect(page.getByText(name)).toBeHidden({ timeout: 6_000 });
  expect(page.complaints).toEqual([]);
});
