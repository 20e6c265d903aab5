import { expect, type CDPSession } from "@playwright/test";
import type { Schemas } from "../src/api/types";
import { act, asked, deal, guest, openTable, pageOf, view } from "./players";
import { test } from "./test";

/** How many hands a page stays open for: `MEMORY=500` measures the number of the design, and takes some minutes. */
const hands = Number(process.env.MEMORY ?? 30);
const warm = 10;

async function megabytes(session: CDPSession): Promise<{ heap: number; nodes: number }> {
  await session.send("HeapProfiler.collectGarbage");
  const { metrics } = await session.send("Performance.getMetrics");
  const of = (name: string) => metrics.find((metric) => metric.name === name)!.value;
  return { heap: of("JSHeapUsedSize") / 2 ** 20, nodes: of("Nodes") };
}

test(`a page does not grow in ${hands} hands`, async ({ browser }) => {
  test.setTimeout(60_000 + hands * 3_000);
  const rules: Schemas["NewGameRules"] = { holdem: { betting: "fixed_limit", small_blind: 1, big_blind: 2, showdown_seconds: 0 } };
  const guests = [await guest("Ada"), await guest("Bob")];
  const table = await openTable(guests, rules, { dealing: { type: "by_hand" }, decision_seconds: 120 });
  const page = await pageOf(browser, guests[0]!, `/t/${table}`, { motion: "fast" });
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  let began = { heap: 0, nodes: 0 };
  for (let hand = 1; hand <= warm + hands; hand++) {
    await deal(table, guests[0]!);
    // Every fifth is checked down to the showdown.
    for (let actions = 0; (await view(table, guests[0]!)).hand; actions++) {
      const type = hand % 5 > 0 ? "fold" : actions === 0 ? "call" : "check";
      await act(table, guests[await asked(table, guests)]!, { holdem: { type } });
    }
    await expect(page.locator(".titles")).toContainText(`hand ${hand}`);
    if (hand === warm) began = await megabytes(session);
  }
  const after = await megabytes(session);
  console.log(`after ${warm} hands ${began.heap.toFixed(1)} MB and ${began.nodes} nodes, after ${hands} more ${after.heap.toFixed(1)} MB and ${after.nodes}`);
  expect(after.heap - began.heap).toBeLessThan(10);
  expect(page.complaints).toEqual([]);
});
