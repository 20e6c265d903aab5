import { expect } from "@playwright/test";
import type { Schemas } from "../src/api/types";
import { test } from "./test";
import { expectGoodLooks } from "./looks";
import { act, asked, call, close, deal, guest, makeLandlord, openTable, pageOf, pagesOf, press, view, type Guest } from "./players";

const doudizhu: Schemas["NewGameRules"] = { doudizhu: { stake: 10, card_millis: 0 } };
const byHand = { dealing: { type: "by_hand" as const }, decision_seconds: 60, min_buy_in: 5000, max_buy_in: 5000 };

/** A hand of Dou Dizhu to its end, played by advice. */
async function playOut(table: string, guests: Guest[]): Promise<void> {
  while ((await view(table, guests[0]!)).hand) {
    const each = guests[await asked(table, guests)]!;
    const options = ((await view(table, each)).you!.options as Schemas["GameOptionsDoudizhu"]).doudizhu as Schemas["DoudizhuOptionsPlay"];
    const advised = options.suggested[0];
    await act(table, each, { doudizhu: advised ? { type: "play", cards: advised.cards } : { type: "pass" } });
  }
}

test("only the players of a hand see its result: the next player on a chair inherits neither the hand nor the departure", async ({ browser }) => {
  const [ada, bob, cid, dee] = (await Promise.all(["Ada", "Bob", "Cid", "Dee"].map((name) => guest(name)))) as [Guest, Guest, Guest, Guest];
  const table = await openTable([ada, bob, cid], doudizhu, byHand);
  await deal(table, ada);
  await makeLandlord(table, [ada, bob, cid], 2);
  await playOut(table, [ada, bob, cid]);
  await call("DELETE", `/v1/tables/${table}/seats/me`, cid.token);
  const [page, other] = [await pageOf(browser, dee, `/t/${table}`), await pageOf(browser, ada, `/t/${table}`)];
  await call("POST", `/v1/tables/${table}/seats`, dee.token, { buy_in: 5000, seat: 2 });
  await expect(page.locator(".area, .after").getByRole("button", { name: "Deal" })).toBeVisible();
  const { landlord_won } = ((await view(table, dee)).last_result!.state as Schemas["GameViewDoudizhu"]).doudizhu.score!;
  await expect(page.locator(".result h2")).toHaveText(landlord_won ? "The landlord wins" : "The peasants win");
  await expect(page.locator(".result")).toContainText("Cid");
  await expect(page.locator(".after")).not.toContainText("Your");
  await page.locator(".head > .tool:last-child").click();
  const log = page.locator("dialog[open] ol");
  await expect(log).toContainText(/Cid(: | passes)/);
  await expect(log).toContainText("Cid has left");
  await expect(log).toContainText("You sit down");
  await expect(log).not.toContainText(/You (are the landlord|have left|play|win|lose)/);
  await expect(other.locator(".result h2")).toHaveText(landlord_won ? "The landlord wins" : "You win as peasant");
  await close([page, other]);
});

test("the next hand is dealt by a press, and everybody's press is seen", async ({ browser }) => {
  const guests = await Promise.all(["Ada", "Bob", "Cid"].map((name) => guest(name)));
  const table = await openTable(guests, doudizhu, { ...byHand, dealing: { type: "when_ready" } });
  for (const each of guests) await call("POST", `/v1/tables/${table}/seats/me/ready`, each.token);
  await makeLandlord(table, guests, 0);
  await playOut(table, guests);
  const pages = await pagesOf(browser, guests, `/t/${table}`);
  await expectGoodLooks(pages[1]!, "result");
  await press(pages[1]!, "I am ready");
  await expect(pages[1]!.locator(".zone").getByRole("button", { name: "Ready" })).toBeDisabled();
  await expect(pages[2]!.locator(`.result [data-seat="1"]`).getByRole("img", { name: "ready" })).toBeVisible();
  await expect(pages[2]!.locator(".after")).toContainText("Bob is ready, Ada is looking");
  for (const at of [0, 2]) await press(pages[at]!, "I am ready");
  await expect.poll(async () => (await view(table, guests[0]!)).hand?.number).toBe(2);
  for (const page of pages) await expect(page.locator(".result")).toHaveCount(0);
  await close(pages);
});
