import { expect } from "@playwright/test";
import type { Schemas } from "../src/api/types";
import { guest, openTable, pageOf, playOn, pressAny, refusalsOf } from "./players";
import { test } from "./test";

const quick = { dealing: { type: "automatic" as const, pause_seconds: 0 }, decision_seconds: 60 };
const hands = Number(process.env.HANDS ?? 1);

/** `late`: how a press is refused whose question was over by then, because another has answered it or its time had passed. */
const games: Record<string, { seats: number; rules: Schemas["NewGameRules"]; buyIn: number; late?: string[] }> = {
  holdem: { seats: 2, rules: { holdem: { betting: "no_limit", small_blind: 5, big_blind: 10, run_it_twice: true, showdown_seconds: 1 } }, buyIn: 1000, late: ["no_hand", "not_your_turn"] },
  doudizhu: { seats: 3, rules: { doudizhu: { stake: 1, card_millis: 0, doubling: true } }, buyIn: 5000 },
  "doudizhu, called and robbed": { seats: 3, rules: { doudizhu: { stake: 1, card_millis: 0, bidding: "call_rob", open_hand: true, showing_seconds: 1 } }, buyIn: 5000, late: ["not_your_turn"] },
  shengji: { seats: 4, rules: { shengji: { card_millis: 0, declaring_seconds: 60 } }, buyIn: 0 },
};

for (const [name, { seats, rules, buyIn, late = [] }] of Object.entries(games)) {
  test(`whole hands in the browser: ${name}`, async ({ browser }) => {
    test.setTimeout(300_000 * hands);
    const guests = await Promise.all(Array.from({ length: seats }, (_, at) => guest(["Ada", "Bob", "小明", "Dee"][at]!)));
    const table = await openTable(guests, rules, { ...quick, min_buy_in: buyIn, max_buy_in: buyIn });
    const pages = await Promise.all(guests.map((each) => pageOf(browser, each, `/t/${table}`, { motion: "fast" })));
    const refused = pages.map(refusalsOf);
    await playOn(table, guests[0]!, hands, async () => void (await Promise.all(pages.map(pressAny))));
    expect(refused.flat().filter((code) => code !== "stale" && !late.includes(code))).toEqual([]);
    for (const page of pages) expect(page.complaints).toEqual([]);
    for (const page of pages) await page.context().close();
  });
}
