import { readFileSync } from "node:fs";
import { expect, type Browser, type Page } from "@playwright/test";
import type { Schemas } from "../src/api/types";
import { site, watch, type Watched } from "./players";
import { replay, type Recorded } from "./recorded";
import { fileOf } from "./snapshots";
import { test } from "./test";

type View = Schemas["TableView"];

/** A table that was recorded once, and a stream on which a test sends changes to its page. */
async function listening(browser: Browser): Promise<{ page: Watched; now: View; tell: (...news: object[]) => Promise<void>; log: string }> {
  const recorded = JSON.parse(readFileSync(fileOf("recorded/holdem.turn.json"), "utf8")) as Recorded;
  const id = recorded.path.slice("/t/".length);
  const now = JSON.parse(recorded.answers[`GET /v1/tables/${id}`]!.body) as View;
  const page = watch(await (await browser.newContext()).newPage());
  const log = `GET /v1/tables/${id}/events?after=${now.version}`;
  const answers = { ...recorded.answers, [log]: { status: 200, type: "application/json", body: JSON.stringify({ changes: [], next: null }) } };
  await replay(page, { ...recorded, answers }, { language: "en", motion: "off" });
  await page.addInitScript(() => {
    const keep = window.fetch;
    const lines: ReadableStreamDefaultController<Uint8Array>[] = [];
    const heard = window as unknown as { tell: (text: string) => void; asked: string[] };
    heard.asked = [];
    heard.tell = (text) => lines.forEach((line) => line.enqueue(new TextEncoder().encode(text)));
    window.fetch = async (...asked) => {
      const { url, method } = new Request(...asked);
      heard.asked.push(`${method} ${new URL(url).pathname}${new URL(url).search}`);
      if (!url.endsWith("/v1/me/events")) return keep(...asked);
      return new Response(new ReadableStream({ start: (line) => void lines.push(line) }), { headers: { "content-type": "text/event-stream" } });
    };
  });
  await page.goto(site + recorded.path);
  await expect(page.locator(".titles")).toContainText("hand 1");
  const tell = (...news: object[]) => {
    const frames = news.map((each) => `event: table\ndata: ${JSON.stringify({ id, now: now.now, ...each })}\n\n`).join("");
    return page.evaluate((text) => (window as unknown as { tell: (text: string) => void }).tell(text), frames);
  };
  return { page, now, tell, log };
}

/** The same table with another name, so that it can be seen which view is shown. */
const named = (now: View, by: number, name: string): View => ({ ...now, version: now.version + by, options: { ...now.options, name } });

const change = (now: View, by: number, name: string) => ({
  version: now.version + by,
  at: now.now,
  hand: now.hand!.id,
  events: [{ table: { type: "renamed", name } }],
  decisions: [],
});

const title = (page: Page) => page.getByRole("heading", { level: 1 });
const asks = (page: Page, what: string) => page.evaluate((what) => (window as unknown as { asked: string[] }).asked.filter((each) => each === what).length, what);

test("a view that is older than the shown one is skipped, and one of the same version changes nothing", async ({ browser }) => {
  const { page, now, tell, log } = await listening(browser);
  await tell({ changes: [change(now, 1, "x")], table: named(now, 1, "Newer") });
  await expect(title(page)).toHaveText("Newer");
  await tell({ changes: [], table: named(now, 0, "Older") }, { changes: [], table: named(now, 1, "Same") });
  await tell({ changes: [change(now, 2, "x")], table: named(now, 2, "Newest") });
  await expect(title(page)).toHaveText("Newest");
  expect(await asks(page, log)).toBe(0);
  expect(page.complaints).toEqual([]);
});

test("where changes are missing the newest view is shown at once, and the log asks for them", async ({ browser }) => {
  const { page, now, tell, log } = await listening(browser);
  await tell({ changes: [change(now, 4, "x")], table: named(now, 4, "Later") });
  await expect(title(page)).toHaveText("Later");
  await expect.poll(() => asks(page, log)).toBe(1);
  expect(page.complaints).toEqual([]);
});

test("changes without a table are kept until it comes, and then nothing is missing", async ({ browser }) => {
  const { page, now, tell, log } = await listening(browser);
  await tell({ changes: [change(now, 1, "x")], table: null }, { changes: [change(now, 2, "x")], table: null });
  await page.waitForTimeout(300);
  await expect(title(page)).toHaveText(now.options.name);
  await tell({ changes: [change(now, 3, "x")], table: named(now, 3, "Whole") });
  await expect(title(page)).toHaveText("Whole");
  expect(await asks(page, log)).toBe(0);
});
