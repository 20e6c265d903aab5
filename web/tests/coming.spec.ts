import { expect, type Page } from "@playwright/test";
import type { Schemas } from "../src/api/types";
import { axe, overflowing, rest } from "./looks";
import { call, guest, openTable, pageOf, phone, site, view, watch, type Guest } from "./players";
import { test } from "./test";

const doudizhu: Schemas["NewGameRules"] = { doudizhu: { stake: 10, card_millis: 0 } };
const shengji: Schemas["NewGameRules"] = { shengji: { card_millis: 0 } };
const byHand = { dealing: { type: "by_hand" as const }, decision_seconds: 120 };
const friends = { ...byHand, name: "Friday", access: "invite" as const, seats: 3 };

const codeOf = async (table: string, host: Guest) => (await view(table, host)).you!.invite_code!;

/** Puts a finger on the middle of the element with this text, if a finger could reach it there. */
async function tap(page: Page, name: string | RegExp, role: "button" | "link" | "radio" = "button"): Promise<void> {
  const key = page.getByRole(role, { name });
  await expect(key).toBeEnabled();
  await key.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await key.boundingBox())!;
  const middle = { x: x + width / 2, y: y + height / 2 };
  expect(await key.evaluate((key, { x, y }) => key.contains(document.elementFromPoint(x, y)), middle), `${name} is covered`).toBe(true);
  await page.touchscreen.tap(middle.x, middle.y);
}

/** A phone of a person who has never been here. */
async function stranger(browser: Parameters<typeof pageOf>[0], path: string, settings: object = {}): Promise<ReturnType<typeof watch>> {
  const page = watch(await (await browser.newContext({ ...phone, locale: "en-GB" })).newPage());
  await page.addInitScript((settings) => localStorage.setItem("cardroom.settings", JSON.stringify(settings)), { language: "en", motion: "off", ...settings });
  await page.goto(site + path);
  return page;
}

const writes = (page: Page) => {
  const sent: string[] = [];
  page.on("request", (request) => request.method() !== "GET" && sent.push(new URL(request.url()).pathname));
  return sent;
};

test("an invitation names the host, the cost and the replaced computer; one press leads to a chair", async ({ browser }) => {
  const ada = await guest("Ada");
  const table = await openTable([ada], doudizhu, { name: "Friday", access: "invite", seats: 3, min_buy_in: 500, max_buy_in: 1000, fill_with_bots: { level: "novice", after_seconds: 0 } });
  await expect.poll(async () => (await view(table, ada)).chairs.length).toBe(3);
  const code = await codeOf(table, ada);
  // As people write it: in small letters, with a hyphen.
  const page = await stranger(browser, `/t/${table}#${code.slice(0, 4).toLowerCase()}-${code.slice(4).toLowerCase()}`);
  await expect(page).toHaveTitle("Ada invites you to Dou Dizhu");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Dou Dizhu");
  for (const text of ["Ada invites you to", "gives way to you", "a point", "to bring", "3 of 3"]) await expect(page.getByText(text).first()).toBeVisible();
  await expect(page.getByText("1,000").first()).toBeVisible();
  await page.getByLabel("Your name").fill("Bob");
  const sent = writes(page);
  await tap(page, "Sit down at Ada's table");
  await expect.poll(async () => (await view(table, ada)).chairs.map(({ name, next }) => next?.name ?? name)).toContain("Bob");
  await expect(page.getByRole("button", { name: "Menu" })).toBeVisible();
  expect(sent).toEqual(["/v1/guests", `/v1/tables/${table}/seats`]);
  expect(page.complaints).toEqual([]);
});

test("a host opens with three options and plays with computers; a friend follows the link and is in the next hand", async ({ browser }) => {
  test.setTimeout(180_000);
  const ada = await guest("Ada");
  const page = await pageOf(browser, ada, "/", { motion: "off" }, site, phone);
  await tap(page, "Open a table");
  const opened: string[] = [];
  page.on("request", (request) => request.method() === "POST" && request.url().endsWith("/v1/tables") && opened.push(request.url()));
  for (const option of ["Hold'em", "Friends, by link", "Beginner", "25/50"]) {
    const choice = page.getByRole("dialog").getByRole("radio", { name: option, exact: true });
    await choice.tap();
    await expect(choice).toBeChecked();
  }
  expect(opened).toEqual([]);
  await expect(page.getByText("40 to 100 big blinds")).toBeVisible();
  await page.getByRole("button", { name: "most: less" }).tap();
  await expect(page.getByText("40 to 90 big blinds")).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Open and sit down" }).tap();
  await expect(page).toHaveURL(/\/t\//);
  const table = /\/t\/([^#/]+)/.exec(page.url())![1]!;
  const { access, fill_with_bots, max_buy_in, game } = (await view(table, ada)).options;
  expect([access, fill_with_bots?.level, max_buy_in, "holdem" in game && game.holdem.big_blind]).toEqual(["invite", "novice", 4500, 50]);
  // Own cards, among computers.
  await expect(page.locator(".zone .cards .card")).toHaveCount(2, { timeout: 15_000 });
  const friend = await stranger(browser, `/t/${table}#${await codeOf(table, ada)}`);
  await expect(friend.getByText("gives way to you")).toBeVisible();
  await expect(friend.getByText(/^You get cards/)).toBeVisible();
  await friend.getByLabel("Your name").fill("Bob");
  await tap(friend, "Sit down at Ada's table");
  const bob = async () => (await view(table, ada)).chairs.find(({ name, next }) => name === "Bob" || next?.name === "Bob");
  await expect.poll(bob).toBeTruthy();
  expect([...page.complaints, ...friend.complaints]).toEqual([]);
});

test("a third watches, and sits down later; a full table keeps a place in line", async ({ browser }) => {
  const [ada, bob, cid] = [await guest("Ada"), await guest("Bob"), await guest("Cid")];
  const table = await openTable([ada], doudizhu, friends);
  const code = await codeOf(table, ada);
  const third = await stranger(browser, `/t/${table}#${code}`);
  await tap(third, "Only watch");
  await expect(third).toHaveURL(new RegExp(`/t/${table}/watch`));
  await expect(third.getByRole("button", { name: "Menu" })).toBeVisible();
  await third.reload();
  await expect(third.getByRole("button", { name: "Menu" })).toBeVisible();
  for (const each of [bob, cid]) await call("POST", `/v1/tables/${table}/seats`, each.token, { buy_in: 1000, invite_code: code });
  const fourth = await stranger(browser, `/t/${table}#${code}`);
  await expect(fourth.getByText("All chairs have people.")).toBeVisible();
  await tap(fourth, "Watch and wait for a chair");
  await expect.poll(async () => (await view(table, ada)).waiting.length).toBe(1);
  await expect(fourth.getByText("You are next in line.")).toBeVisible();
  expect([...third.complaints, ...fourth.complaints]).toEqual([]);
});

test("an invited player who is signed in needs no name, and sits down as the partner of the host", async ({ browser }) => {
  const [ada, bob] = [await guest("Ada"), await guest("Bob")];
  const table = await openTable([ada], shengji, { ...byHand, seats: 4 });
  const page = await pageOf(browser, bob, `/t/${table}`, {}, site, phone);
  await expect(page.getByText("Ada invites you to")).toBeVisible();
  await expect(page.getByLabel("Your name")).toHaveCount(0);
  await tap(page, "Sit down as the host's partner");
  await expect.poll(async () => (await view(table, ada)).chairs.map(({ name, seat }) => `${name} ${seat}`)).toEqual(["Ada 0", "Bob 2"]);
  expect(page.complaints).toEqual([]);
});

test("a closed table says so and offers one like it", async ({ browser }) => {
  const ada = await guest("Ada");
  const table = await openTable([ada], doudizhu, { ...byHand, seats: 3, name: "Was here" });
  await call("DELETE", `/v1/tables/${table}`, ada.token);
  const page = await stranger(browser, `/t/${table}`);
  await expect(page.getByText("This table is closed.").first()).toBeVisible();
  await tap(page, "Open one like it");
  await expect(page).not.toHaveURL(new RegExp(table));
  await expect(page.getByRole("button", { name: "Menu" })).toBeVisible();
  expect(page.complaints).toEqual([]);
});

test("a table without the right code asks for it, and takes a whole link for one", async ({ browser }) => {
  const ada = await guest("Ada");
  const table = await openTable([ada], doudizhu, friends);
  const page = await stranger(browser, `/t/${table}#WRONGONE`);
  await expect(page.getByRole("heading", { name: "This link opens no table" })).toBeVisible();
  await page.getByLabel("Code").fill(`${site}/t/${table}#${await codeOf(table, ada)}`);
  await tap(page, "Open");
  await expect(page.getByText("Ada invites you to")).toBeVisible();
});

for (const [path, title] of [
  ["/t/nonsense", "There is no such table"],
  ["/t/01a200b7-9dfa-7611-8805-09d542f0c4de", "There is no such table"],
  ["/t/nonsense/hands", "There is no such table"],
  ["/h/nonsense", "There is no such hand"],
  ["/h/01a200b7-9dfa-7611-8805-09d542f0c4de", "There is no such hand"],
  ["/nowhere", "There is no such page"],
] as const) {
  test(`${path} is not found, and leads on`, async ({ browser }) => {
    const page = await stranger(browser, path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await tap(page, "Play something else", "link");
    await expect(page.getByRole("heading", { name: "Sit down and play" })).toBeVisible();
    const inside = await pageOf(browser, await guest("Ada"), path, {}, site, phone);
    await expect(inside.getByRole("heading", { level: 1 })).toHaveText(title);
    await tap(inside, "To the lobby", "link");
    await expect(inside.getByRole("link", { name: "Profile" })).toBeVisible();
  });
}

test("an ended sign-in is said, in every tab, with the ways back", async ({ browser }) => {
  const ada = await guest("Ada");
  const table = await openTable([ada], doudizhu, { ...byHand, seats: 3 });
  const page = await pageOf(browser, ada, "/me", {}, site, phone);
  await expect(page.getByText("Ada").first()).toBeVisible();
  const other = await page.context().newPage();
  await other.goto(`${site}/t/${table}`);
  await expect(other.getByRole("button", { name: "Menu" })).toBeVisible();
  await call("DELETE", "/v1/sessions/current", ada.token).catch(() => {});
  await page.reload();
  for (const each of [page, other]) {
    await expect(each.getByRole("heading", { name: "Your sign-in has ended" })).toBeVisible();
    await expect(each.getByText("You were signed in as Ada.")).toBeVisible();
  }
  await page.reload();
  await expect(page.getByRole("heading", { name: "Your sign-in has ended" })).toBeVisible();
  await tap(page, "I have a code of another device", "link");
  await expect(page.getByLabel("Code")).toBeVisible();
  await page.goto(`${site}/`);
  await tap(page, "Play as a new guest");
  await expect(page.getByLabel("Your name")).toHaveValue("Ada");
  // A person who signs out has chosen to.
  const bob = await pageOf(browser, await guest("Bob"), "/me", {}, site, phone);
  await bob.getByRole("button", { name: "Sign out" }).click();
  await bob.getByRole("dialog").getByRole("button", { name: "Sign out" }).click();
  await expect(bob.getByRole("heading", { name: "Sit down and play" })).toBeVisible();
});

test("a device's code is taken in small letters and with other hyphens", async ({ browser }) => {
  const ada = await guest("Ada");
  const { code } = await call<{ code: string }>("POST", "/v1/me/device-codes", ada.token);
  const page = await stranger(browser, `/claim#${code.toLowerCase().replace("-", "%20-%20")}`);
  await tap(page, "Sign in here");
  await expect(page.getByRole("link", { name: "Profile" })).toBeVisible();
});

test("invitations, missing pages and an ended sign-in: nothing beyond the edge at any size, nothing that axe finds", async ({ browser }) => {
  test.setTimeout(240_000);
  const [ada, bob] = [await guest("A-long-name-indeed of Anna"), await guest("小梅")];
  const table = await openTable([ada], doudizhu, friends);
  await call("POST", `/v1/tables/${table}/seats`, bob.token, { buy_in: 1000, invite_code: await codeOf(table, ada) });
  const big = await openTable([ada, bob], { holdem: { betting: "no_limit", small_blind: 5, big_blind: 10 } }, { ...byHand, seats: 10 });
  for (let seat = 2; seat < 8; seat++) await call("POST", `/v1/tables/${big}/bots`, ada.token, { level: "advanced" });
  const code = await codeOf(table, ada);
  for (const language of ["en", "zh"]) {
    for (const path of [`/t/${table}#${code}`, `/t/${big}`, `/t/${table}`, "/t/nonsense"]) {
      const page = await stranger(browser, path, { language });
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await page.waitForTimeout(400);
      for (const [width, height] of [[320, 568], [360, 740], [390, 844], [768, 1024], [844, 390], [1440, 900]] as const) {
        await page.setViewportSize({ width, height });
        await rest(page);
        expect.soft(await overflowing(page, width), `${path} ${width} ${language}`).toEqual([]);
      }
      await page.setViewportSize({ width: 390, height: 844 });
      expect.soft(await axe(page), `${path} ${language}`).toEqual([]);
      await page.context().close();
    }
  }
});
