import { expect } from "@playwright/test";
import type { Schemas } from "../src/api/types";
import { enter, read } from "./contests";
import { act, desktop, guest, pageOf, phone, site, view, type Guest, type Watched } from "./players";
import { test } from "./test";

/** Moves of Dou Dizhu and Shengji as they are advised. */
function advised(options: Schemas["GameOptions"]): Schemas["GameAction"] {
  if ("doudizhu" in options) {
    const own = options.doudizhu;
    if (own.type === "bid") return { doudizhu: { type: "bid", points: own.points.at(-1)! } } as Schemas["GameAction"];
    const { suggested } = own as Schemas["DoudizhuOptionsPlay"];
    return { doudizhu: suggested?.[0] ? { type: "play", cards: suggested[0].cards } : { type: "pass" } };
  }
  const own = (options as Schemas["GameOptionsShengji"]).shengji as { type: string; suggested?: Schemas["Card"][]; choices?: { card: string; pair: boolean }[] };
  // If nobody declares, a hand may not count.
  if (own.type === "declare" && own.choices?.[0]) return { shengji: { type: "declare", card: own.choices[0].card, pair: own.choices[0].pair } } as Schemas["GameAction"];
  return { shengji: own.suggested ? { type: own.type === "bury" ? "bury" : "play", cards: own.suggested } : { type: "pass" } } as Schemas["GameAction"];
}

/** All play as they are advised, until the tournament is so far. */
async function playUntil(id: string, guests: Guest[], holds: (now: Schemas["Tournament"]) => boolean): Promise<void> {
  for (const end = Date.now() + 300_000; Date.now() < end; ) {
    for (const each of guests) {
      // All come from one address, which may not read more than 200 times a second.
      await new Promise((resolve) => setTimeout(resolve, 20));
      const now = await read(id, each);
      if (holds(now)) return;
      if (!now.you?.table) continue;
      const { you } = await view(now.you.table, each);
      if (you?.options) await act(now.you.table, each, advised(you.options)).catch(() => {});
    }
  }
  throw new Error("the tournament does not come so far");
}

/** The form announces it, with these terms besides. */
async function announce(page: Watched, game: string, kind: string, name: string, change: (body: Schemas["NewTournamentOptions"]) => void): Promise<string> {
  await page.route("**/v1/tournaments", (route) => {
    if (route.request().method() !== "POST") return route.continue();
    const body = route.request().postDataJSON() as Schemas["NewTournamentOptions"];
    Object.assign(body, { bot_pace: "none", decision_seconds: 600, fill_with_bots: null });
    change(body);
    return route.continue({ postData: JSON.stringify(body) });
  });
  await page.getByRole("button", { name: "Make one" }).click();
  const form = page.getByRole("dialog");
  await form.getByRole("radio", { name: game }).click();
  await form.getByRole("radio", { name: kind }).click();
  await form.getByRole("button", { name: /^Name/ }).click();
  await form.getByRole("textbox", { name: "Name" }).fill(name);
  await form.getByRole("button", { name: "Announce and enter" }).click();
  await expect(page).toHaveURL(/\/tournaments\/[0-9a-f-]{36}$/);
  return page.url().split("/").at(-1)!;
}

test("an evening of duplicate rounds, from the form to the result", async ({ browser }) => {
  test.setTimeout(400_000);
  const guests = await Promise.all(["Ada", "Bob", "小明", "Dee", "Eva", "Fay"].map((name) => guest(name)));
  const page = await pageOf(browser, guests[0]!, "/tournaments", { motion: "off" }, site, phone);
  const id = await announce(page, "Dou Dizhu", "Duplicate", "Same cards", (body) => {
    body.max_entrants = 6;
    Object.assign((body.game as Schemas["NewTournamentGameDoudizhu"]).doudizhu, { format: { type: "duplicate", rounds: 2 }, deals: 1 });
  });
  await expect(page.getByText("2 × 1")).toBeVisible();
  for (const each of guests.slice(1)) await enter(id, each);
  // It is led to its table, and the row says which round and deal it is.
  await expect(page).toHaveURL(/\/t\//, { timeout: 60_000 });
  await page.reload();
  await expect(page.locator(".tbar")).toContainText("Round 1/2");
  await expect(page.locator(".tbar")).toContainText("deal 1 of 1");
  await expect(page.locator(".tinfo")).toContainText(/\d:\d\d/);

  // Nobody else sees a table while others play the same deals, and the page offers none.
  const other = await pageOf(browser, await guest("Zoe"), `/tournaments/${id}`, { motion: "off" }, site, desktop);
  await expect(other.getByText("Nobody can watch while other tables play the same cards")).toBeVisible();
  await expect(other.getByRole("link", { name: /Watch/ })).toHaveCount(0);

  await playUntil(id, guests, ({ rounds }) => rounds!.number === 2);
  await expect(page.locator(".tbar")).toContainText("Round 2/2", { timeout: 60_000 });
  await expect(page.locator(".tbar")).toContainText(/matchpoints/);
  await playUntil(id, guests, ({ phase }) => phase === "finished");
  await expect(page).toHaveURL(/\/out$/, { timeout: 60_000 });
  await page.reload();
  const { you } = await read(id, guests[0]!);
  await expect(page.getByRole("heading", { level: 2 })).toContainText(`${you!.place}`);
  await expect(page.locator(".sentence")).toContainText(`${you!.duplicate!.matchpoints} matchpoints`);
  await other.reload();
  await other.getByRole("button", { name: "All 6" }).click();
  await expect(other.locator("li .figure")).toHaveCount(6);
  for (const each of [page, other]) expect(each.complaints).toEqual([]);
});

test("a bracket of teams: a partner enters by the code, and both share the prize", async ({ browser }) => {
  test.setTimeout(400_000);
  const guests = await Promise.all(["Ada", "Bob", "小明", "Dee"].map((name) => guest(name)));
  const [ada, bob] = (await Promise.all(guests.slice(0, 2).map((each, nth) => pageOf(browser, each, "/tournaments", { motion: "off" }, site, nth === 0 ? desktop : phone)))) as [Watched, Watched];
  const id = await announce(ada, "Shengji", "Bracket", "Two and two", (body) => {
    body.max_entrants = 4;
    Object.assign((body.game as Schemas["NewTournamentGameShengji"]).shengji, { hands: 1, rules: { card_millis: 0 }, payouts: { type: "winner_takes_all" } });
  });
  const { team_code } = await read(id, guests[0]!);
  await expect(ada.getByText(team_code!)).toBeVisible();

  await bob.goto(`${site}/tournaments/${id}`);
  await bob.getByRole("button", { name: "With a partner" }).click();
  const sheet = bob.getByRole("dialog");
  await sheet.getByLabel("Partner's code").fill("NOBODY");
  await sheet.getByRole("button", { name: /^Enter as the partner/ }).click();
  await expect(bob.getByText("Nobody who waits for a partner has this code.")).toBeVisible();
  await sheet.getByLabel("Partner's code").fill(team_code!.toLowerCase());
  await sheet.getByRole("button", { name: /^Enter as the partner/ }).click();
  await expect(sheet).toHaveCount(0);
  for (const [page, name] of [[ada, "Bob"], [bob, "Ada"]] as const) {
    await page.reload();
    await expect(page.locator(".box")).toContainText(name);
  }
  for (const each of guests.slice(2)) await enter(id, each);
  for (const page of [ada, bob]) {
    await expect(page).toHaveURL(/\/t\//, { timeout: 60_000 });
    await page.reload();
    await expect(page.locator(".tbar")).toContainText("Final");
    await expect(page.locator(".tbar")).toContainText("hand 1 of 1");
  }
  await bob.locator(".tinfo").click();
  await expect(bob.getByRole("dialog").locator(".match")).toContainText("Ada and Bob");
  await playUntil(id, guests, ({ phase }) => phase === "finished");
  const [one, two] = await Promise.all([guests[0]!, guests[1]!].map(async (each) => (await read(id, each)).you!));
  expect(one!.prize).toBe(two!.prize);
  for (const page of [ada, bob]) await expect(page).toHaveURL(/\/out$/, { timeout: 60_000 });
  await ada.goto(`${site}/tournaments/${id}`);
  await expect(ada.getByRole("heading", { name: /have won$/ })).toBeVisible();
  await expect(ada.locator("ol.pairs > li")).toHaveCount(2);
  for (const page of [ada, bob]) expect(page.complaints).toEqual([]);
});
