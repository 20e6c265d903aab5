import { expect, type Page } from "@playwright/test";
import type { Schemas } from "../src/api/types";
import { contest, levels, read, shove, until } from "./contests";
import { call, desktop, guest, pageOf, phone, site, type Guest, type Watched } from "./players";
import { test } from "./test";

const tableOf = (page: Page) => /\/t\/([^#/]+)/.exec(page.url())?.[1] ?? "";
const chipsOf = async ({ token, at }: Guest) => (await call<Schemas["Me"]>("GET", "/v1/me", token, undefined, at)).chips;

/** Puts all chips in by the keys, or calls. The keys are chosen in the page, at once: they come and go. */
async function shoveByKeys(page: Page): Promise<void> {
  const places = await page.evaluate(() => {
    const middle = (key: Element | undefined) => {
      if (!key || (key as HTMLButtonElement).disabled) return null;
      const { x, y, width, height } = key.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    };
    if (document.querySelector("dialog[open]")) return [];
    const keys = [...document.querySelectorAll(".zone .keys button")];
    const most = keys.find((key) => /^Max/.test(key.textContent!.trim()));
    const last = [...document.querySelectorAll(".zone .keys .last .key:not([aria-pressed])")];
    const key = last.findLast((each) => /All|Raise|Bet|Call|Check/.test(each.textContent!));
    return [middle(most), middle(key)].filter((place) => place !== null);
  });
  for (const { x, y } of places) await page.mouse.click(x, y);
  await page.waitForTimeout(100);
}

test("three people and six computers play a sit & go from the lobby to the prize, and each page is loaded again in every phase", async ({ browser }) => {
  test.setTimeout(600_000);
  const people = await Promise.all(["Ada", "Bob", "小明"].map((name) => guest(name)));
  const before = await Promise.all(people.map(chipsOf));
  const pages = await Promise.all(people.map((each, at) => pageOf(browser, each, "/tournaments", { motion: "off" }, site, at === 0 ? desktop : phone)));
  const [ada, bob] = pages as [Watched, Watched, Watched];

  // As the form announces it, but quicker: few chips, computers that do not think, and a prize for each place.
  await ada.route("**/v1/tournaments", (route) => {
    if (route.request().method() !== "POST") return route.continue();
    const body = route.request().postDataJSON() as Schemas["NewTournamentOptions"];
    if (!("holdem" in body.game)) throw new Error("the form announces another game");
    Object.assign(body, { bot_pace: "none" });
    Object.assign(body.game.holdem, { starting_chips: 200, structure: levels([20, 20, 20, 20]), payouts: { type: "weights", weights: [9, 8, 7, 6, 5, 4, 3, 2, 1] } });
    return route.continue({ postData: JSON.stringify(body) });
  });
  await ada.getByRole("button", { name: "Make one" }).click();
  const form = ada.getByRole("dialog");
  await form.getByRole("radio", { name: "Nine" }).click();
  await form.getByRole("radio", { name: "after 1 min" }).click();
  await form.getByRole("button", { name: /^Name/ }).click();
  await form.getByRole("textbox", { name: "Name" }).fill("Tea for nine");
  await form.getByRole("button", { name: "Announce and enter" }).click();
  await expect(ada).toHaveURL(/\/tournaments\/[0-9a-f-]{36}$/);
  const id = ada.url().split("/").at(-1)!;
  await expect(ada.getByRole("button", { name: /^Registered/ })).toBeVisible();

  // In the lobby it is in everybody's list.
  for (const page of pages.slice(1)) {
    await page.reload();
    await page.locator(`a[href$="${id}"]`).click();
    await page.getByRole("button", { name: /^Register/ }).click();
    await expect(page.getByRole("button", { name: /^Registered/ })).toBeVisible();
  }
  await ada.reload();
  await expect(ada.getByText("3/9")).toBeVisible();
  expect((await read(id, people[0]!)).entered).toBe(3);

  // Computers fill up, and each page is led to its table.
  for (const page of pages) await expect(page).toHaveURL(/\/t\//, { timeout: 90_000 });
  for (const page of pages) {
    await page.reload();
    await expect(page.getByText(/9 left, 9 paid/)).toBeVisible();
    await expect(page.locator(".tclock")).toContainText(/\d:\d\d/);
  }
  await expect(bob.getByText(/Table 1 · you are/)).toBeVisible();

  // All chips in, until all three are out; in a hand, and between two, a page is loaded again.
  const reloaded = new Set<string>();
  await test.step("play", async () => {
    for (const end = Date.now() + 300_000; Date.now() < end; ) {
      const playing = pages.filter((page) => page.url().includes("/t/"));
      if (playing.length === 0) return;
      for (const page of playing) {
        const phase = (await page.locator(".table.over").count()) > 0 ? "result" : (await page.locator(".zone .keys .last").count()) > 0 ? "hand" : "";
        if (phase && !reloaded.has(phase)) {
          reloaded.add(phase);
          await page.reload();
          await expect(page.locator(".tbar")).toBeVisible();
        }
        await shoveByKeys(page);
      }
    }
    throw new Error("the sit & go does not end");
  });
  expect([...reloaded].sort()).toEqual(["hand", "result"]);

  for (const [at, page] of pages.entries()) {
    await expect(page).toHaveURL(/\/out$/);
    await page.reload();
    const { you } = await read(id, people[at]!);
    expect(you!.place).not.toBeNull();
    expect(you!.prize).toBeGreaterThan(0);
    await expect(page.getByRole("heading", { level: 2 })).toContainText(`${you!.place}`);
    await expect(page.locator(".prize")).toContainText(`${you!.prize}`);
    expect(await chipsOf(people[at]!)).toBe(before[at]! - 100 + you!.prize);
  }
  await until(id, people[0]!, ({ phase }) => phase === "finished", 240_000);
  await ada.goto(`${site}/tournaments/${id}`);
  await expect(ada.getByRole("heading", { name: /has won|Finished/ })).toBeVisible();
  await ada.locator("section", { hasText: "Results" }).getByRole("button", { name: "All 9" }).click();
  await expect(ada.locator(".rows li")).toHaveCount(9);
  for (const page of pages) expect(page.complaints).toEqual([]);
});

test("a player who is moved is led to the new table, by itself", async ({ browser }) => {
  test.setTimeout(240_000);
  const people = await Promise.all(["Ada", "Bob", "Cid", "Dee"].map((name) => guest(name)));
  const id = await contest(people, { seats: 3, starting_chips: 200, structure: levels([600, 600]) });
  const start = await until(id, people[0]!, ({ phase, tables }) => phase === "playing" && tables.length === 2);
  const at = await Promise.all(people.map(async (each) => (await read(id, each)).you!.table!));
  const pages = await Promise.all(people.map((each, nth) => pageOf(browser, each, `/t/${at[nth]}`, { motion: "off" }, site, phone)));
  // Two play for all their chips, until one is out.
  const second = start.tables[1]!.table;
  const there = people.filter((_, nth) => at[nth] === second);
  await expect.poll(async () => {
    for (const each of there) await shove(second, each);
    return (await read(id, people[0]!)).left;
  }, { timeout: 120_000 }).toBe(3);
  // The others end their hand, and the final table begins.
  const first = people.filter((_, nth) => at[nth] !== second);
  await expect.poll(async () => {
    const { hand } = await call<Schemas["TableView"]>("GET", `/v1/tables/${start.tables[0]!.table}`, first[0]!.token);
    if (hand) for (const each of first) await call("POST", `/v1/tables/${start.tables[0]!.table}/actions`, each.token, { at: (await call<Schemas["TableView"]>("GET", `/v1/tables/${start.tables[0]!.table}`, each.token)).version, action: { holdem: { type: "fold" } } }).catch(() => {});
    return (await read(id, people[0]!)).tables.length;
  }, { timeout: 120_000 }).toBe(1);
  const final = (await read(id, people[0]!)).tables[0]!.table;
  let moved = 0;
  for (const [nth, page] of pages.entries()) {
    const { you } = await read(id, people[nth]!);
    if (you!.place !== null) {
      await expect(page).toHaveURL(/\/out$/);
      continue;
    }
    if (at[nth] !== final) {
      moved += 1;
      await expect(page.getByRole("dialog")).toContainText(/You are moved to table|The final table begins/);
    }
    await expect.poll(() => tableOf(page)).toBe(final);
    await expect(page.locator(".tbar")).toBeVisible();
  }
  expect(moved).toBeGreaterThan(0);
});

test("a break has a count; a rebuy, a pause and a deal are answered at the table", async ({ browser }) => {
  test.setTimeout(240_000);
  const people = await Promise.all(["Ada", "Bob"].map((name) => guest(name)));
  // A host who plays for chips may not pause.
  const organiser = await guest("Oona");
  const id = await contest(people, {
    seats: 2,
    starting_chips: 200,
    structure: levels([4, 600], 30),
    payouts: { type: "weights", weights: [2, 1] },
    rebuy: { price: 50, chips: 200, until_level: 1, most: 3 },
    add_on: { price: 50, chips: 100 },
  }, {}, organiser);
  const { tables } = await until(id, people[0]!, ({ phase }) => phase === "playing");
  const table = tables[0]!.table;
  const [ada, bob] = (await Promise.all(people.map((each, nth) => pageOf(browser, each, `/t/${table}`, { motion: "off" }, site, nth === 0 ? desktop : phone)))) as [Watched, Watched];

  // The first hand is played for all chips: who loses buys again.
  await expect.poll(async () => {
    for (const each of people) await shove(table, each);
    return (await ada.getByRole("dialog").count()) + (await bob.getByRole("dialog").count()) > 0;
  }, { timeout: 60_000 }).toBe(true);
  const [loser, winner] = (await ada.getByRole("dialog").count()) > 0 ? [ada, bob] : [bob, ada];
  await loser.reload();
  await loser.getByRole("button", { name: "Rebuy for 50" }).click();
  await expect(loser.getByRole("dialog")).toHaveCount(0);

  // The level is over: a break, with the add-on.
  for (const page of [loser, winner]) {
    await expect(page.locator(".tbreak")).toBeVisible({ timeout: 60_000 });
    await page.reload();
    await expect(page.locator(".tbreak").getByText("Break", { exact: true })).toBeVisible();
  }
  await winner.getByRole("button", { name: /^Add-on for 50/ }).click();
  await expect(winner.getByText("You have the add-on.")).toBeVisible();

  // The host pauses, on a screen of their own, and goes on.
  await expect(loser.locator(".tbreak")).toBeHidden({ timeout: 90_000 });
  const host = await pageOf(browser, organiser, `/tournaments/${id}/host`, { motion: "off" }, site, desktop);
  await host.getByRole("button", { name: /^Pause/ }).click();
  await expect(host.getByRole("button", { name: /^Go on/ })).toBeVisible();
  await host.reload();
  await host.getByRole("button", { name: /^Go on/ }).click();
  await expect(host.getByRole("button", { name: /^Pause/ })).toBeVisible();

  // Both are in the money: one proposes to share the prizes, the other agrees.
  await until(id, people[0]!, ({ registration_open }) => !registration_open);
  await ada.locator(".tclock").click();
  await ada.getByRole("button", { name: "Propose a deal" }).click();
  await ada.getByRole("dialog").getByRole("button", { name: "Propose", exact: true }).click();
  await expect(bob.getByRole("dialog")).toContainText("Ada proposes a deal");
  // A hand in play is played to its end first.
  await expect.poll(async () => {
    const { version, hand } = await call<Schemas["TableView"]>("GET", `/v1/tables/${table}`, people[0]!.token);
    if (hand) for (const each of people) await call("POST", `/v1/tables/${table}/actions`, each.token, { at: version, action: { holdem: { type: "fold" } } }).catch(() => {});
    return bob.getByRole("button", { name: "I agree" }).isVisible();
  }, { timeout: 60_000 }).toBe(true);
  await ada.reload();
  await bob.getByRole("button", { name: "I agree" }).click();
  await until(id, people[0]!, ({ phase }) => phase === "finished");
  for (const page of [ada, bob]) await expect(page).toHaveURL(/\/out$/);
  const [one, two] = await Promise.all(people.map(async (each) => (await read(id, each)).you!.prize));
  expect(one! + two!).toBe(300);
});

test("a private tournament is entered by its link, by a visitor too", async ({ browser }) => {
  const host = await guest("Ada");
  const { id, invite_code } = await call<Schemas["Tournament"]>("POST", "/v1/tournaments", host.token, { name: "Among friends", game: { holdem: { seats: 6 } }, max_entrants: 6, prize: 20, access: "invite" });
  const page = await (await browser.newContext({ ...phone, locale: "en-GB" })).newPage();
  await page.goto(`${site}/tournaments/${id}`);
  await expect(page.getByRole("heading", { name: "This tournament needs an invitation" })).toBeVisible();
  await page.getByLabel("Code").fill(invite_code!.toLowerCase());
  await page.getByRole("button", { name: "Open" }).click();
  await expect(page.getByRole("heading", { name: "Among friends" })).toBeVisible();
  await page.getByLabel("Your name").fill("Newcomer");
  await page.getByRole("button", { name: "Register" }).click();
  await expect(page.getByRole("button", { name: /^Registered/ })).toBeVisible();
  await page.reload();
  await expect(page.getByText("1/6")).toBeVisible();
  await page.getByRole("button", { name: /Registered/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Leave the tournament" }).click();
  await expect(page.getByRole("button", { name: /^Register/ })).toBeVisible();
  expect((await read(id, host)).entered).toBe(0);
});

test("a standing of more than a hundred is read page by page, and stays so", async ({ browser }) => {
  const ada = await guest("Ada");
  const { id } = await call<Schemas["Tournament"]>("POST", "/v1/tournaments", ada.token, { name: "Many", game: { holdem: { seats: 9 } }, max_entrants: 9, prize: 0 });
  await call("PUT", `/v1/tournaments/${id}/registration`, ada.token);
  const page = await pageOf(browser, ada, `/tournaments/${id}`, { motion: "off" }, site, phone);
  // So many guests would take long: the server's own entry, many times.
  let all = 230;
  await page.route("**/entries?*", async (route) => {
    const query = new URL(route.request().url()).searchParams;
    const [after, limit] = [Number(query.get("after") ?? 0), Number(query.get("limit"))];
    const answer = (await (await route.fetch()).json()) as Schemas["TournamentEntries"];
    const [entry] = ((await (await route.fetch({ url: route.request().url().replace(/after=\d+/, "after=0") })).json()) as Schemas["TournamentEntries"]).entries;
    const entries = Array.from({ length: Math.min(limit, all - after) }, (_, nth) => after + nth + 1).map((number) => ({ ...entry!, number, player: `${entry!.player.slice(0, -4)}${4096 + number}`, name: `Guest ${number}` }));
    await route.fulfill({ json: { ...answer, entries, next: after + limit < all ? after + limit : null } });
  });
  await page.reload();
  const section = page.locator("section", { hasText: "Players" });
  const rows = section.locator("ol > li");
  await section.getByRole("button", { name: /^All/ }).click();
  await expect(rows).toHaveCount(100);
  await section.getByRole("button", { name: "More" }).click();
  await expect(rows).toHaveCount(200);
  // A change reads both pages again.
  all = 231;
  const bob = await guest("Bob");
  await call("PUT", `/v1/tournaments/${id}/registration`, bob.token);
  await section.getByRole("button", { name: "More" }).click();
  await expect(rows).toHaveCount(231);
  await expect(section.getByRole("button", { name: "More" })).toBeHidden();
});
