import { expect } from "@playwright/test";
import { act, asked, close, deal, guest, openTable, pageOf, site, view } from "./players";
import { test } from "./test";

test("the device notifies a player of their turn while the page is hidden, after permission, and no page asks as it loads", async ({ browser }) => {
  const guests = await Promise.all(["Ada", "Bob"].map((name) => guest(name)));
  const rules = { holdem: { betting: "no_limit" as const, small_blind: 5, big_blind: 10 } };
  const table = await openTable(guests, rules, { dealing: { type: "by_hand" }, min_buy_in: 400, max_buy_in: 1000, decision_seconds: 60 });
  await deal(table, guests[0]!);
  const first = await asked(table, guests);
  const other = 1 - first;
  const page = await pageOf(browser, guests[other]!, "/", { notify: true });
  await page.context().grantPermissions(["notifications"], { origin: site });
  await page.addInitScript(() => {
    const shown: string[] = ((window as unknown as { shown: string[] }).shown = []);
    const asks = { count: 0 };
    (window as unknown as { asks: { count: number } }).asks = asks;
    class Kept {
      static permission = "granted";
      static requestPermission = async () => ((asks.count += 1), "granted");
      onclick = null;
      constructor(title: string, { body }: { body: string }) {
        shown.push(`${title}: ${body}`);
      }
      close() {}
    }
    Object.assign(window, { Notification: Kept });
    document.hasFocus = () => false;
  });
  await page.goto(`${site}/t/${table}`);
  await expect(page.locator(".titles")).toContainText("hand 1");
  await page.waitForTimeout(2_000);
  expect(await page.evaluate(() => (window as unknown as { shown: string[] }).shown)).toEqual([]);
  await act(table, guests[first]!, { holdem: { type: "call" } });
  await expect.poll(() => page.evaluate(() => (window as unknown as { shown: string[] }).shown)).toEqual(["Your turn: Test"]);
  expect(await page.evaluate(() => (window as unknown as { asks: { count: number } }).asks.count)).toBe(0);
  expect((await view(table, guests[0]!)).hand).not.toBeNull();
  await close([page]);
});
