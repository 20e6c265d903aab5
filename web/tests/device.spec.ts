import { expect, type Page } from "@playwright/test";
import type { Schemas } from "../src/api/types";
import { act, asked, deal, guest, openTable, pageOf, phone, pressMiddle, site, watch } from "./players";
import { test } from "./test";

const rules: Schemas["NewGameRules"] = { holdem: { betting: "no_limit", small_blind: 5, big_blind: 10, showdown_seconds: 0 } };
const byHand = { dealing: { type: "by_hand" as const }, decision_seconds: 300 };

/** The keys of the thumb zone as they are drawn. */
function keysOf(page: Page) {
  return page.locator(".zone .keys :is(.key, .pill):enabled").evaluateAll((keys) =>
    keys.map((key) => {
      const { borderTopStyle, borderTopWidth, borderTopColor, outlineStyle, outlineColor, color, backgroundColor, textDecorationLine } = getComputedStyle(key);
      const look = [borderTopStyle, borderTopWidth, borderTopColor, outlineStyle, outlineColor, color, backgroundColor, textDecorationLine].join();
      return { name: key.textContent!.trim(), isChosen: key.ariaPressed === "true", hasLine: borderTopStyle !== "none" && borderTopWidth !== "0px", look };
    }),
  );
}

test("with reduced motion nothing moves, and with forced colours keys and cards are visible", async ({ browser }) => {
  const guests = [await guest("Ada"), await guest("Bob")];
  const table = await openTable(guests, rules, byHand);
  const still = await pageOf(browser, guests[0]!, "/settings", {}, site, { ...phone, reducedMotion: "reduce" });
  const moving = await pageOf(browser, guests[1]!, "/settings", {}, site, { ...phone, reducedMotion: "no-preference" });
  for (const page of [still, moving]) {
    await page.addInitScript(() => {
      const moved: number[] = ((window as unknown as { moved: number[] }).moved = []);
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (frames, options) {
        const { duration } = typeof options === "number" ? { duration: options } : (options ?? {});
        moved.push(Number(duration ?? 0));
        return animate.call(this, frames, options);
      };
      for (const kind of ["animationstart", "transitionstart"]) addEventListener(kind, (event) => moved.push((event as TransitionEvent).elapsedTime + 1), true);
    });
    await page.goto(`${site}/t/${table}`);
    await expect(page.getByRole("button", { name: "Menu" })).toBeVisible();
  }
  await deal(table, guests[0]!);
  for (let passes = 0; passes < 2; passes++) {
    const seat = await asked(table, guests);
    await pressMiddle([still, moving][seat]!);
    if (passes === 0) await expect.poll(() => asked(table, guests)).not.toBe(seat);
  }
  for (const page of [still, moving]) await expect(page.locator(".board .card")).toHaveCount(3);
  const moved = (page: typeof still) => page.evaluate(() => (window as unknown as { moved: number[] }).moved.filter((millis) => millis > 0).length);
  await expect.poll(() => moved(moving)).toBeGreaterThan(0);
  expect(await moved(still)).toBe(0);

  if ((await asked(table, guests)) === 1) await act(table, guests[1]!, { holdem: { type: "check" } });
  await expect(still.getByRole("slider", { name: "Bet size" })).toBeVisible();
  await still.emulateMedia({ forcedColors: "active" });
  // Backgrounds and shadows are gone then, so a pressed control needs a line of its own.
  expect((await keysOf(still)).filter(({ hasLine }) => !hasLine).map(({ name }) => name)).toEqual([]);
  // A card keeps its paper and its ink.
  for (const card of await still.locator(".zone .cards .card").all()) {
    const { paper, ink } = await card.evaluate((card) => ({ paper: getComputedStyle(card).backgroundColor, ink: getComputedStyle(card.querySelector("svg")!).fill }));
    expect(paper).not.toBe(ink);
    expect(paper).not.toBe("rgba(0, 0, 0, 0)");
  }
  expect([...still.complaints, ...moving.complaints]).toEqual([]);
});

test("while anybody thinks the clock goes on, and nothing is animated: a phone that waits rests", async ({ browser }) => {
  const guests = [await guest("Ada"), await guest("Bob")];
  const table = await openTable(guests, rules, { ...byHand, decision_seconds: 60 });
  await deal(table, guests[0]!);
  const page = await pageOf(browser, guests[0]!, `/t/${table}`, { motion: "normal" }, site, { ...phone, reducedMotion: "no-preference" });
  const ring = page.locator(".clock .r > i");
  await expect(ring).toHaveCount(1);
  const running = () => page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === "running").length);
  await expect.poll(running).toBe(0);
  const turned = () => ring.evaluate((half) => (half as HTMLElement).style.transform);
  const was = await turned();
  await expect.poll(turned).not.toBe(was);
  expect(await running()).toBe(0);
  expect(page.complaints).toEqual([]);
});

test("with forced colours the choice is visible", async ({ browser }) => {
  const guests = [await guest("Ada"), await guest("Bob")];
  const table = await openTable(guests, rules, byHand);
  await deal(table, guests[0]!);
  const seat = await asked(table, guests);
  const page = await pageOf(browser, guests[seat]!, `/t/${table}`, { motion: "off" });
  await page.emulateMedia({ forcedColors: "active" });
  await expect(page.getByRole("slider", { name: "Bet size" })).toBeVisible();
  const keys = await keysOf(page);
  const chosen = keys.filter(({ isChosen }) => isChosen);
  expect(keys.filter(({ isChosen, look }) => !isChosen && look === chosen[0]?.look)).toEqual([]);
});

test("a theme that is chosen goes before the device's", async ({ browser }) => {
  const ada = await guest("Ada");
  const desks: string[] = [];
  for (const theme of ["light", "dark", "system"]) {
    const page = await pageOf(browser, ada, "/settings", { theme }, site, { colorScheme: "dark" });
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    desks.push(await page.evaluate(() => getComputedStyle(document.body).backgroundColor));
    await page.context().close();
  }
  expect(desks[0]).not.toBe(desks[1]);
  expect(desks[1]).toBe(desks[2]);
});

const damaged = ["", "{", "null", "7", '"x"', "[]", "{}", '{"language":"xx","theme":3,"cards":"big","motion":null,"access_token":5,"refresh_token":null,"id":7}'];

test("the page loads with any stored data on this device", async ({ browser }) => {
  test.setTimeout(300_000);
  const ada = await guest("Ada");
  for (const place of ["cardroom.settings", "cardroom.tokens", "cardroom.me"]) {
    for (const text of damaged) {
      const context = await browser.newContext();
      const page = watch(await context.newPage());
      await page.addInitScript(
        ([tokens, place, text]) => {
          localStorage.setItem("cardroom.tokens", tokens!);
          localStorage.setItem(place!, text!);
        },
        [JSON.stringify(ada.welcome.tokens), place, text] as const,
      );
      // Kept values are shown until the server's answer comes.
      await page.route("**/v1/me", async (route) => {
        await new Promise((wake) => setTimeout(wake, 300));
        await route.continue().catch(() => {});
      });
      await page.goto("/");
      await expect.soft(page.getByRole("heading", { level: 1 }), `${place}: ${text}`).toBeVisible({ timeout: 8_000 });
      // The browser reports a refused sign-in as a failed load.
      expect.soft(page.complaints.filter((each) => !/status of 40[01]/.test(each)), `${place}: ${text}`).toEqual([]);
      await context.close();
    }
  }
});

test("a part that is gone after an upgrade brings the new page, once; the new page does not load itself for ever", async ({ browser }) => {
  const page = await (await browser.newContext()).newPage();
  const html = await (await page.request.get(`${site}/`)).text();
  const script = /assets\/index-[^"]+\.js/.exec(html)![0];
  let newest = html;
  let loads = 0;
  await page.route(`${site}/`, (route) => {
    if (route.request().resourceType() === "document") loads += 1;
    return route.fulfill({ contentType: "text/html", body: newest });
  });
  await page.route("**/assets/index-newer.js", async (route) => route.fulfill({ response: await route.fetch({ url: `${site}/${script}` }) }));
  await page.route("**/assets/Join-*.js", (route) => route.fulfill({ status: 404 }));
  await page.goto("/");
  const withCode = page.getByRole("button", { name: "I have a code" });
  await expect(withCode).toBeVisible();
  newest = html.replace(script, "assets/index-newer.js");
  await withCode.click();
  await expect.poll(() => loads).toBe(2);
  await expect(page.locator("script[src*=index-newer]")).toHaveCount(1);
  await withCode.click();
  await expect(page.getByText("A part of this page could not be loaded.")).toBeVisible();
  // It asks the server for a newer page, and there is none.
  await page.waitForTimeout(1_000);
  expect(loads).toBe(2);
  await expect(withCode).toBeVisible();
});

test("a table whose game cannot be loaded says so, and comes whole with the next load", async ({ browser }) => {
  const guests = [await guest("Ada"), await guest("Bob")];
  const table = await openTable(guests, rules, byHand);
  await deal(table, guests[0]!);
  const page = await pageOf(browser, guests[0]!, "/settings");
  await page.route("**/assets/holdem-*.js", (route) => route.abort());
  await page.goto(`${site}/t/${table}`);
  await expect(page.getByText("A part of this page could not be loaded.")).toBeVisible();
  await expect(page.locator(".zone .card")).toHaveCount(0);
  await page.unroute("**/assets/holdem-*.js");
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(page.locator(".zone .card")).toHaveCount(2);
});
