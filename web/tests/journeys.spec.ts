import { expect } from "@playwright/test";
import type { GameName, Schemas } from "../src/api/types";
import { Finger, playOnce } from "./finger";
import { TestServer, test as serverTest } from "./server";
import { act, asked, call, deal, guest, openTable, pageOf, personOf, phone, server, site, view, type Guest } from "./players";
import { test } from "./test";

/**
 * Evenings as people have them, on a phone and a desktop: by pointer at coordinates, by keyboard in text fields only. A key that
 * cannot be pressed by a finger ends the journey.
 */
const robotHands = Number(process.env.HANDS ?? 5);
/** As long as a token is good for. */
const tokenMillis = 3_600_000;
/** A newcomer stays for five hands if there is time. */
const hands = process.env.HANDS ? 5 : 1;

const games: Record<GameName, { title: RegExp; seats: number; rules: Schemas["NewGameRules"]; buyIn: number }> = {
  holdem: { title: /^Hold'em/, seats: 3, rules: { holdem: { betting: "no_limit", small_blind: 5, big_blind: 10, showdown_seconds: 0 } }, buyIn: 1000 },
  doudizhu: { title: /^Dou Dizhu/, seats: 3, rules: { doudizhu: { stake: 1, card_millis: 0 } }, buyIn: 5000 },
  shengji: { title: /^Shengji/, seats: 4, rules: { shengji: { card_millis: 0, declaring_seconds: 60 } }, buyIn: 0 },
};

const tableOf = ({ page }: Finger) => /\/t\/([^#/]+)/.exec(page.url())![1]!;

/** Plays by finger until so many hands are over, and on to the next by the key that leads there. */
async function playHands(finger: Finger, count: number, at: string): Promise<void> {
  const [me, table] = [await personOf(finger.page, at), tableOf(finger)];
  let [version, moved] = [-1, Date.now()];
  for (;;) {
    const now = await view(table, me);
    if ((now.last_result?.number ?? 0) >= count) return;
    if (now.version !== version) [version, moved] = [now.version, Date.now()];
    expect(Date.now() - moved, "nothing happens").toBeLessThan(90_000);
    if (!now.hand) await finger.pressAny([/^Go on/, /^I am back/], ".zone");
    else if (!(await playOnce(finger))) await finger.page.waitForTimeout(250);
  }
}

/** From the first visit to own cards, within ten seconds of one press. */
async function newcomer(browser: Parameters<typeof pageOf>[0], server: TestServer, game: GameName, device: "phone" | "desktop"): Promise<Finger> {
  const me = await Finger.at(browser, "/", device, server.site);
  await me.press(games[game].title);
  await expect(me.page.locator(".zone .card").first()).toBeVisible({ timeout: 10_000 });
  return me;
}

/** So many hands, and to the one after. */
async function stays(me: Finger, server: TestServer): Promise<void> {
  await playHands(me, hands, server.url);
  // The result stays, and a press leads to the next hand.
  await me.press(/^Go on/, ".zone");
  const [person, table] = [await personOf(me.page, server.url), tableOf(me)];
  await expect.poll(async () => (await view(table, person)).hand?.number ?? 0, { timeout: 15_000 }).toBeGreaterThan(hands);
  expect(me.page.complaints, me.page.url()).toEqual([]);
}

// Each comes alone, plays for a minute or two, and mostly waits: that is done beside each other.
serverTest("newcomers play alone, each at their own table: every game, on phones and a desktop", async ({ browser, server }) => {
  serverTest.setTimeout(180_000 + hands * 240_000);
  const visits: [GameName, "phone" | "desktop"][] = [["holdem", "phone"], ["holdem", "desktop"], ["doudizhu", "phone"], ["shengji", "phone"]];
  const playing: Promise<void>[] = [];
  for (const [game, device] of visits) playing.push(stays(await newcomer(browser, server, game, device), server));
  await Promise.all(playing);
});

serverTest("the second guest has cards of their own while the first plays, and after the first has gone", async ({ browser, server }) => {
  serverTest.setTimeout(240_000);
  const first = await Finger.at(browser, "/", "phone", server.site);
  await first.press(games.doudizhu.title);
  await expect(first.page.locator(".zone .card").first()).toBeVisible({ timeout: 10_000 });
  const second = await Finger.at(browser, "/", "desktop", server.site);
  await second.press(games.doudizhu.title);
  await expect(second.page.locator(".zone .card").first()).toBeVisible({ timeout: 10_000 });
  await first.close();
  const third = await Finger.at(browser, "/", "phone", server.site);
  await third.press(games.doudizhu.title);
  await expect(third.page.locator(".zone .card").first()).toBeVisible({ timeout: 10_000 });
  expect([...second.page.complaints, ...third.page.complaints]).toEqual([]);
});

/** A page of a player who is signed in already, pressed by finger. */
async function fingerOf(browser: Parameters<typeof pageOf>[0], guest: Guest, path: string): Promise<Finger> {
  return new Finger(await pageOf(browser, guest, path, { motion: "fast" }, site, phone), true);
}

/** Friends at a table that is dealt by request, after their first hand. */
async function afterAHand(friends: Guest[], absent: Schemas["Absent"] = "wait"): Promise<string> {
  const table = await openTable(friends, games.holdem.rules, { access: "invite", dealing: { type: "by_hand" }, decision_seconds: 300, absent });
  await deal(table, friends[0]!);
  while ((await view(table, friends[0]!)).hand) await act(table, friends[await asked(table, friends)]!, { holdem: { type: "fold" } });
  return table;
}

test("away and back: between hands one sits out, and comes back by a press", async ({ browser }) => {
  const [ada, bob] = [await guest("Ada"), await guest("Bob")];
  const table = await afterAHand([ada, bob]);
  const me = await fingerOf(browser, ada, `/t/${table}`);
  const entry = async () => (await view(table, ada)).chairs.find(({ name }) => name === "Ada")!.entry;
  await me.press("Sit out", ".zone");
  await expect.poll(entry).toBe("out");
  await me.press("I am back", ".zone");
  await expect.poll(entry).not.toBe("out");
  await me.press("Deal", ".zone");
  await expect(me.page.locator(".zone .card").first()).toBeVisible();
  expect(me.page.complaints).toEqual([]);
});

test("away and back: the tab is closed, friends see a countdown, a computer takes over, and one press takes the chair back", async ({ browser }) => {
  test.setTimeout(180_000);
  const friends = [await guest("Ada"), await guest("Bob"), await guest("Cid")];
  const [ada, bob] = friends as [Guest, Guest, Guest];
  const table = await afterAHand(friends, "computer");
  const [host, gone] = [await fingerOf(browser, ada, `/t/${table}`), await fingerOf(browser, bob, `/t/${table}`)];
  await expect(gone.page.getByRole("button", { name: "Menu" })).toBeVisible();
  await gone.close();
  await host.see("Bob is away. A computer takes over in");
  await expect.poll(async () => (await view(table, ada)).chairs[1]!.computer, { timeout: 60_000 }).not.toBeNull();
  const back = await fingerOf(browser, bob, `/t/${table}`);
  await back.see("Your chair is kept");
  await back.press("I am back", ".zone");
  await expect.poll(async () => (await view(table, ada)).chairs[1]!.name).toBe("Bob");
  expect([...host.page.complaints, ...back.page.complaints]).toEqual([]);
});

test("out of chips and back: a person who has lost everything buys in again, by finger", async ({ browser }) => {
  test.setTimeout(180_000);
  const friends = [await guest("Ada"), await guest("Bob")];
  const [ada, bob] = friends as [Guest, Guest];
  const table = await openTable(friends, games.holdem.rules, { min_buy_in: 20, max_buy_in: 20, access: "invite", dealing: { type: "by_hand" }, decision_seconds: 300 });
  const me = await fingerOf(browser, ada, `/t/${table}`);
  const stackOf = async (name: string) => (await view(table, ada)).chairs.find((chair) => chair.name === name)!.chips;
  // All in, whatever the cards are; Bob calls, and buys in again if he loses.
  while ((await stackOf("Ada")) > 0) {
    if ((await stackOf("Bob")) === 0) await call("POST", `/v1/tables/${table}/seats/me/top-up`, bob.token, { amount: 20 });
    await deal(table, bob);
    for (;;) {
      const { hand } = await view(table, bob);
      if (!hand) break;
      const seat = hand.decisions[0]?.seat;
      if (seat === 0) await me.pressAny([/^All-in/, /^Max/, /^Call/, /^Check/], ".zone .keys");
      else if (seat === 1) {
        const { check } = ((await view(table, bob)).you!.options as Schemas["GameOptionsHoldem"]).holdem;
        await act(table, bob, { holdem: { type: check ? "check" : "call" } });
      }
      await me.page.waitForTimeout(300);
    }
  }
  await me.press("Go on", ".zone");
  await me.see("Your chips are gone");
  await me.press(/^Buy in again/);
  await me.press(/^Bring 20/);
  await expect.poll(() => stackOf("Ada")).toBe(20);
  await expect(me.page.getByText("Your chips are gone")).toBeHidden();
  expect(me.page.complaints).toEqual([]);
});

/** On to the next cards by the key that leads there, unless they come before it can be pressed. */
async function goOn(finger: Finger, table: string, name: string): Promise<void> {
  const cards = finger.page.locator(".zone .card").first();
  const person = await personOf(finger.page);
  const { last_result } = await view(table, person);
  const isOn = async () => {
    const { hand, chairs } = await view(table, person);
    return (hand?.number ?? 0) > last_result!.number || chairs.find((chair) => chair.name === name)!.ready;
  };
  for (const end = Date.now() + 30_000; !(await cards.isVisible()); ) {
    expect(Date.now(), "neither cards nor a key that leads to them").toBeLessThan(end);
    if (!(await finger.can(/^Go on/, ".zone"))) {
      await finger.page.waitForTimeout(100);
      continue;
    }
    // New keys are deaf for a quarter of a second.
    await finger.page.waitForTimeout(300);
    if (!(await finger.pressAny([/^Go on/], ".zone"))) continue;
    await expect.poll(isOn, "the key does nothing").toBe(true);
    break;
  }
  await expect(cards).toBeVisible({ timeout: 30_000 });
}

test("an evening with friends: the host opens with three options, a friend joins by link while computers sit, a third watches", async ({ browser }) => {
  test.setTimeout(240_000);
  const host = await fingerOf(browser, await guest("Ada"), "/");
  await host.press("Open a table");
  for (const option of ["Dou Dizhu", "Friends, by link", "Beginner"]) {
    await host.press(option, "dialog[open]");
    await expect(host.page.getByRole("dialog").getByRole("radio", { name: option, exact: true })).toBeChecked();
  }
  expect(host.page.url()).not.toContain("/t/");
  await host.press("Open and sit down", "dialog[open]");
  await expect(host.page.locator(".zone .card").first()).toBeVisible({ timeout: 15_000 });
  const [ada, table] = [await personOf(host.page), tableOf(host)];
  const { options, you } = await view(table, ada);
  expect([options.access, options.fill_with_bots?.level]).toEqual(["invite", "novice"]);

  const friend = await Finger.at(browser, `/t/${table}#${you!.invite_code}`, "desktop");
  await friend.see("gives way to you");
  await friend.type("Your name", "Bob");
  await friend.press("Sit down at Ada's table");
  await expect(friend.page.getByRole("button", { name: "Menu" })).toBeVisible();
  const third = await Finger.at(browser, `/t/${table}#${you!.invite_code}`);
  await third.press("Only watch");
  await expect(third.page).toHaveURL(new RegExp(`/t/${table}/watch`));
  // The friend is in the next hand, whether or not in this one.
  await playHands(host, 1, server);
  await host.press(/^Go on/, ".zone");
  await goOn(friend, table, "Bob");
  await expect(third.page.locator(".zone .card")).toHaveCount(0);
  expect([host, friend, third].flatMap(({ page }) => page.complaints)).toEqual([]);
});

test("a table that is closed while one sits there says so, and leads on", async ({ browser }) => {
  const [ada, bob] = [await guest("Ada"), await guest("Bob")];
  const table = await openTable([ada, bob], games.holdem.rules, { dealing: { type: "by_hand" } });
  const me = await fingerOf(browser, bob, `/t/${table}`);
  await expect(me.page.getByRole("button", { name: "Menu" })).toBeVisible();
  await call("DELETE", `/v1/tables/${table}`, ada.token);
  await me.see(/closed/i);
  await me.press(/^To the lobby/);
  await expect(me.page).toHaveURL(/\/$/);
  expect(me.page.complaints).toEqual([]);
});

test("a sign-in that has ended is said, and a new guest plays on", async ({ browser }) => {
  const ada = await guest("Ada");
  const me = await fingerOf(browser, ada, "/");
  await expect(me.page.getByRole("link", { name: "Profile" })).toBeVisible();
  await call("DELETE", "/v1/sessions/current", ada.token).catch(() => {});
  await me.page.reload();
  await me.see("Your sign-in has ended");
  await me.press("Play as a new guest");
  await me.press(games.holdem.title);
  await expect(me.page.locator(".zone .card").first()).toBeVisible({ timeout: 15_000 });
});

test("a server that is stopped in a hand and started again: said at once, and played on", async ({ browser }) => {
  test.setTimeout(240_000);
  const server = await TestServer.open(20);
  try {
    const me = await Finger.at(browser, "/", "phone", server.site);
    await me.press(games.holdem.title);
    await expect(me.page.locator(".zone .card").first()).toBeVisible({ timeout: 15_000 });
    await server.stop();
    await me.see("Connection lost");
    await server.start();
    await expect(me.page.getByText("Connection lost")).toBeHidden({ timeout: 30_000 });
    await playHands(me, 1, server.url);
    await me.close();
  } finally {
    await server.close();
  }
});

/** Controls that a robot does not press: it would leave for good, or have no one left to play with. */
const leaves = /Stand up|^Leave|Close the table|To the lobby|^Lobby|Send away|^Hold'em|^Dou Dizhu|^Shengji/;

async function robot(browser: Parameters<typeof pageOf>[0], game: GameName): Promise<void> {
  const began = performance.now();
  const { seats, rules, buyIn } = games[game];
  const ada = await guest("Robot");
  const table = await openTable([ada], rules, { seats, min_buy_in: buyIn, max_buy_in: buyIn, bot_pace: "none", dealing: { type: "automatic", pause_seconds: 4 }, decision_seconds: 120 });
  for (let bots = 1; bots < seats; bots++) await call("POST", `/v1/tables/${table}/bots`, ada.token, { level: "novice" });
  const me = await fingerOf(browser, ada, `/t/${table}`);
  const pressed = new Map<string, number>();
  let [version, moved] = [-1, Date.now()];
  for (;;) {
    expect(Date.now() - moved, `nothing happens after ${[...pressed.keys()].join(", ")}`).toBeLessThan(90_000);
    // An access token lasts an hour. The page renews its own.
    const now = await view(table, await personOf(me.page)).catch((error) => {
      if (!/token_(expired|invalid)/.test(String(error))) throw error;
      return me.page.waitForTimeout(1_000);
    });
    if (!now) continue;
    const played = now.last_result?.number ?? 0;
    const missing = ["Go on", "Sit out", "I am back", "Watch again", "Games"].filter((name) => !pressed.has(name));
    if (played >= robotHands && missing.length === 0) break;
    expect(played, `${game}: never to be pressed: ${missing.join(", ")}`).toBeLessThan(3 * robotHands + 10);
    if (now.version !== version) [version, moved] = [now.version, Date.now()];
    const mine = now.chairs.find(({ computer }) => !computer);
    if (now.hand && mine && !mine.away && now.hand.decisions.some(({ seat }) => seat === mine.seat)) {
      await playOnce(me);
      continue;
    }
    const keys = (await me.keys(".zone, .broke, dialog[open]")).filter(({ name }) => name && !leaves.test(name));
    // The least pressed control comes first; a robot that sits out comes back before long.
    const back = keys.find(({ name }) => /^(I am back|Buy in again)/.test(name));
    keys.sort((one, other) => (pressed.get(one.name) ?? 0) - (pressed.get(other.name) ?? 0));
    const chosen = back && Math.random() < 0.5 ? back : keys[0];
    // New keys are deaf for a quarter of a second: it is pressed if it is still there afterwards.
    await me.page.waitForTimeout(300);
    const key = chosen && (await me.keys(".zone, .broke, dialog[open]")).find(({ name }) => name === chosen.name);
    if (!key) continue;
    pressed.set(key.name, (pressed.get(key.name) ?? 0) + 1);
    await me.pressAt(key.x, key.y);
    await me.page.waitForTimeout(350);
    // A screen reached from the table is left as on a phone.
    if (!me.page.url().includes(`/t/${table}`) || /\/hands/.test(me.page.url())) await me.page.goBack();
  }
  console.log(`${game}: ${[...pressed].map(([name, times]) => `${name.replace(/\s+/g, " ")} ${times}`).join(", ")}`);
  // It sends more emotes than allowed, and opens private figures. A hundred hands last longer than its first token.
  const refused = performance.now() - began > tokenMillis ? /status of (401|403|429)/ : /status of (403|429)/;
  expect(me.page.complaints.filter((each) => !refused.test(each)), game).toEqual([]);
}

test("a robot presses every kind of key between hands, at each game", async ({ browser }) => {
  test.setTimeout(120_000 + robotHands * 120_000);
  await Promise.all((Object.keys(games) as GameName[]).map((game) => robot(browser, game)));
});
