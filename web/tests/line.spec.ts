import { expect, type Page, type Route } from "@playwright/test";
import type { Schemas } from "../src/api/types";
import { Line, test } from "./server";
import { act, asked, close, deal, guest, makeLandlord, openTable, pageOf, press, pressMiddle, server, site, view, type Guest } from "./players";

const rules: Schemas["NewGameRules"] = { holdem: { betting: "no_limit", small_blind: 5, big_blind: 10, showdown_seconds: 0 } };
const byHand = { dealing: { type: "by_hand" as const }, decision_seconds: 120 };

async function atTurn(at = server): Promise<{ guests: Guest[]; table: string; mine: Guest; other: Guest }> {
  const guests = [await guest("Ada", at), await guest("Bob", at)];
  const table = await openTable(guests, rules, byHand);
  await deal(table, guests[0]!);
  const seat = await asked(table, guests);
  return { guests, table, mine: guests[seat]!, other: guests[1 - seat]! };
}

/** Every action that a page sends, with its key and when it was sent. */
function sentBy(page: Page): { key: string; at: number }[] {
  const sent: { key: string; at: number }[] = [];
  page.on("request", (request) => {
    const key = request.headers()["idempotency-key"];
    if (key && request.url().endsWith("/actions")) sent.push({ key, at: Date.now() });
  });
  return sent;
}

test("the server is stopped and started in a hand: an action that was pressed meanwhile is done once, without a reload", async ({ browser, server }) => {
  const { table, mine, other } = await atTurn(server.url);
  const page = await pageOf(browser, mine, `/t/${table}`, {}, server.site);
  const across = await pageOf(browser, other, `/t/${table}`, {}, server.site);
  await expect(page.getByRole("button", { name: /^Call/ })).toBeEnabled();
  const { version } = await view(table, mine);
  const sent = sentBy(page);
  await server.stop();
  for (const each of [page, across]) await expect(each.getByText("Connection lost")).toBeVisible({ timeout: 4_000 });
  await pressMiddle(page);
  await expect.poll(() => sent.length).toBeGreaterThan(1);
  await server.start();
  await expect.poll(async () => (await view(table, mine)).version).toBe(version + 1);
  await expect(across.getByRole("slider", { name: "Bet size" })).toBeVisible();
  for (const each of [page, across]) await expect(each.getByText("Connection lost")).toBeHidden({ timeout: 12_000 });
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
  expect((await view(table, mine)).version).toBe(version + 1);
  await close([page, across]);
});

/** For each game: its table, and the way to the first lead of a hand, with the seat that has it. */
const leaders: Record<string, { seats: number; game: Schemas["NewGameRules"]; toLead: (table: string, guests: Guest[]) => Promise<number> }> = {
  doudizhu: {
    seats: 3,
    game: { doudizhu: { stake: 1, card_millis: 0 } },
    toLead: async (table, guests) => {
      const seat = await asked(table, guests);
      await makeLandlord(table, guests, seat);
      return seat;
    },
  },
  shengji: {
    seats: 4,
    game: { shengji: { card_millis: 0, declaring_seconds: 60 } },
    toLead: async (table, guests) => {
      for (;;) {
        let hasDeclared = false;
        for (const each of guests) {
          const options = ((await view(table, each)).you!.options as Schemas["GameOptionsShengji"] | null)?.shengji;
          const choice = options?.type === "declare" ? options.choices[0] : undefined;
          if (choice && !hasDeclared) await act(table, each, { shengji: { type: "declare", card: choice.card, pair: choice.pair } });
          hasDeclared ||= choice !== undefined;
        }
        for (const { seat } of (await view(table, guests[0]!)).hand!.decisions) await act(table, guests[seat]!, { shengji: { type: "pass" } });
        if (hasDeclared) break;
        await deal(table, guests[0]!);
      }
      const seat = await asked(table, guests);
      const { suggested } = ((await view(table, guests[seat]!)).you!.options as Schemas["GameOptionsShengji"]).shengji as Schemas["ShengjiOptionsBury"];
      await act(table, guests[seat]!, { shengji: { type: "bury", cards: suggested } });
      return seat;
    },
  },
};

for (const [name, { seats, game, toLead }] of Object.entries(leaders)) {
  test(`the server is stopped and started in a lead: what is lifted stays lifted, and is played once: ${name}`, async ({ browser, server }) => {
    const guests = await Promise.all(["Ada", "Bob", "Cid", "Dee"].slice(0, seats).map((name) => guest(name, server.url)));
    const table = await openTable(guests, game, { ...byHand, min_buy_in: name === "shengji" ? 0 : 1000 });
    await deal(table, guests[0]!);
    const seat = await toLead(table, guests);
    const page = await pageOf(browser, guests[seat]!, `/t/${table}`, {}, server.site);
    await press(page, "Hint");
    const lifted = page.locator(".fan button[aria-pressed=true]");
    const count = await lifted.count();
    const held = await page.locator(".fan button").count();
    expect(count).toBeGreaterThan(0);
    await server.stop();
    await expect(page.getByText("Connection lost")).toBeVisible({ timeout: 4_000 });
    await server.start();
    await expect(page.getByText("Connection lost")).toBeHidden({ timeout: 12_000 });
    await expect(lifted).toHaveCount(count);
    const { version } = await view(table, guests[seat]!);
    const sent = sentBy(page);
    await server.stop();
    await expect(page.getByText("Connection lost")).toBeVisible({ timeout: 4_000 });
    await press(page, `Play ${count}`);
    await expect.poll(() => sent.length).toBeGreaterThan(1);
    await server.start();
    await expect(page.locator(".fan button")).toHaveCount(held - count);
    await expect(page.getByText("Connection lost")).toBeHidden({ timeout: 12_000 });
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
    expect((await view(table, guests[seat]!)).version).toBe(version + 1);
    await close([page]);
  });
}

test("a page that slept for a minute shows the current table, and its log has no gap", async ({ browser }) => {
  const { guests, table, mine } = await atTurn();
  const line = Line.open(20);
  const page = await pageOf(browser, mine, `/t/${table}`, {}, line.site);
  // The device has the page's files from an earlier visit: a file that is on its way when the line dies would not arrive.
  await page.getByRole("button", { name: "Log", exact: true }).click();
  await expect(page.getByRole("dialog").getByText("Hand 1", { exact: true })).toBeVisible();
  await page.goto(`${line.site}/settings`);
  await page.clock.install();
  await page.goto(`${line.site}/t/${table}`);
  await expect(page.getByRole("button", { name: /^Call/ })).toBeEnabled();
  line.die();
  // Two hands are folded meanwhile, and a third is dealt.
  for (let hand = 1; hand <= 2; hand++) {
    await act(table, guests[await asked(table, guests)]!, { holdem: { type: "fold" } });
    await deal(table, guests[0]!);
  }
  await page.clock.fastForward(60_000);
  await expect(page.locator(".titles")).toContainText("hand 3");
  await expect(page.getByText("Connection lost")).toBeHidden();
  const truth = await view(table, mine);
  const own = truth.chairs.find(({ seat }) => seat === truth.you!.seat)!;
  const state = (truth.hand!.state as Schemas["GameViewHoldem"]).holdem;
  await expect(page.locator(".zone .me > b")).toHaveText(`${state.players.find(({ seat }) => seat === own.seat)!.stack.toLocaleString("en")}`);
  await page.getByRole("button", { name: "Log", exact: true }).click();
  for (const text of ["Hand 1", "Hand 2", "Hand 3"]) await expect(page.getByRole("dialog").getByText(text, { exact: true })).toBeVisible();
  await expect(page.getByRole("dialog").getByRole("listitem").filter({ hasText: /\bfolds?\b/ })).toHaveCount(2);
  await close([page]);
  line.close();
});

const problem = (status: number, code: string, seconds: number) => ({
  status,
  contentType: "application/problem+json",
  headers: { "retry-after": `${seconds}` },
  body: JSON.stringify({ type: `/errors/${code}`, title: code, detail: code, status, code }),
});

/** Answers the first requests so, and passes the others on. */
function first(answers: ReturnType<typeof problem>[]): (route: Route) => Promise<void> {
  return (route) => {
    const answer = answers.shift();
    return answer ? route.fulfill(answer) : route.continue();
  };
}

test("too many requests, and a server that is not available: asked again when it says, under one key", async ({ browser }) => {
  const { table, mine } = await atTurn();
  const page = await pageOf(browser, mine, `/t/${table}`);
  const sent = sentBy(page);
  const { version } = await view(table, mine);
  await page.route("**/actions", first([problem(429, "too_many_requests", 2), problem(503, "unavailable", 1)]));
  await pressMiddle(page);
  await expect(page.getByRole("img", { name: "Sending" })).toBeVisible();
  await expect.poll(async () => (await view(table, mine)).version).toBe(version + 1);
  expect(sent.length).toBe(3);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
  expect(sent[1]!.at - sent[0]!.at).toBeGreaterThanOrEqual(1_950);
  expect(sent[2]!.at - sent[1]!.at).toBeGreaterThanOrEqual(950);
  await close([page]);
});

test("a request that outlasts its decision is given up with a message, and the key is free again", async ({ browser }) => {
  const { table, mine } = await atTurn();
  const page = await pageOf(browser, mine, `/t/${table}`);
  await page.route("**/actions", first([problem(429, "too_many_requests", 3_600)]));
  await pressMiddle(page);
  await expect(page.getByText("Too many requests. Wait a moment.")).toBeVisible();
  const { version } = await view(table, mine);
  await pressMiddle(page);
  await expect.poll(async () => (await view(table, mine)).version).toBe(version + 1);
  await close([page]);
});

test("a table and a stream that are refused for a moment come by themselves", async ({ browser }) => {
  const { table, mine, other } = await atTurn();
  const page = await pageOf(browser, mine, "/settings");
  // A refusal goes to the next page: this one may only now open its stream.
  await page.goto("about:blank");
  await page.route(`**/v1/tables/${table}`, first([problem(503, "unavailable", 1), problem(429, "too_many_requests", 1)]));
  const tried: number[] = [];
  const refuse = first([problem(503, "unavailable", 3)]);
  await page.route("**/v1/me/events", (route) => (tried.push(Date.now()), refuse(route)));
  await page.goto(`${site}/t/${table}`);
  await expect(page.getByText("Connection lost")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Call/ })).toBeEnabled();
  await expect(page.getByText("Connection lost")).toBeHidden();
  expect(tried[1]! - tried[0]!).toBeGreaterThanOrEqual(2_950);
  // And it is a stream that sends.
  await act(table, mine, { holdem: { type: "call" } });
  await act(table, other, { holdem: { type: "check" } });
  await expect(page.locator(".board .card")).toHaveCount(3);
  await close([page]);
});
