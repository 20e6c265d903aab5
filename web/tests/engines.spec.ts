import { expect } from "@playwright/test";
import type { Schemas } from "../src/api/types";
import { firefox, hasWebkit, openFirefox, openWebkit, type Engine } from "./engines";
import { test, type TestServer } from "./server";
import { call } from "./players";

const port = Number(process.env.PORT ?? 5390);

/** The enabled button of a page with this text. A choice made ahead of one's turn has the words of a decision. */
const place = (name: string, within = "body") => `
  const named = [...document.querySelectorAll(${JSON.stringify(`${within} button:enabled:not([aria-pressed])`)})].find((each) => (each.getAttribute("aria-label") ?? each.textContent).trim().startsWith(${JSON.stringify(name)}));
  if (!named) return null;
  const { x, y, width, height } = named.getBoundingClientRect();
  return width > 0 ? [x + width / 2, y + height / 2] : null;`;

async function press(engine: Engine, name: string, within?: string): Promise<void> {
  let at: [number, number] | null = null;
  await expect.poll(async () => (at = await engine.run<[number, number] | null>(place(name, within))), { message: name }).not.toBeNull();
  // Keys that have just come are deaf for a quarter of a second.
  await new Promise((wake) => setTimeout(wake, 350));
  at = (await engine.run<[number, number] | null>(place(name, within))) ?? at;
  await engine.press(...at!);
}

/** From the first visit to a table, an own action there, a reload in the middle, and the fan under a finger. */
async function mainPaths(engine: Engine, { url: server, site }: TestServer): Promise<void> {
  const count = (selector: string) => engine.run<number>(`return document.querySelectorAll(${JSON.stringify(selector)}).length`);
  const token = () => engine.run<string>(`return JSON.parse(localStorage.getItem("cardroom.tokens")).access_token`);
  const table = async () => {
    const path = await engine.run<string>("return location.pathname");
    return call<Schemas["TableView"]>("GET", `/v1/tables/${path.slice(3)}`, await token(), undefined, server);
  };
  await engine.open(`${site}/`);
  await engine.run(`window.faults = []; addEventListener("error", ({ message }) => faults.push(message)); addEventListener("unhandledrejection", ({ reason }) => faults.push(String(reason)));`);
  await press(engine, "Hold'em");
  await expect.poll(() => engine.run<string>("return location.pathname")).toMatch(/^\/t\//);
  await expect.poll(() => count(".zone .cards .card .index"), { timeout: 40_000 }).toBe(2);
  const mine = async () => (await engine.run(place("Check", ".keys .last"))) ?? (await engine.run(place("Call", ".keys .last")));
  await expect.poll(mine, { timeout: 60_000 }).not.toBeNull();
  const { version } = await table();
  expect(await engine.run("return faults")).toEqual([]);
  await engine.open(await engine.run<string>("return location.href"));
  await expect.poll(mine).not.toBeNull();
  await press(engine, (await engine.run(place("Check", ".keys .last"))) ? "Check" : "Call", ".keys .last");
  await expect.poll(async () => (await table()).version).toBeGreaterThan(version);
  // Cards in a fan follow the pointer.
  const seat = await call<Schemas["TableAnswer"]>("POST", "/v1/quick-seat", await token(), { game: "doudizhu", bots: "novice" }, server);
  await engine.open(`${site}/t/${seat.table!.id}`);
  await expect.poll(() => count(".fan button"), { timeout: 60_000 }).toBeGreaterThanOrEqual(17);
  const card = () => engine.run<[number, number]>(`const { x, y } = document.querySelector(".fan button").getBoundingClientRect(); return [x + 10, y + 20];`);
  // The animation of the deal ends first.
  let last = "";
  await expect.poll(async () => last === (last = `${await card()}`), { intervals: [400] }).toBe(true);
  await engine.press(...(await card()));
  await expect.poll(() => count(".fan button[aria-pressed=true]")).toBe(1);
}

test("the main paths in Firefox", async ({ server }) => {
  test.skip(firefox === null, "there is no Firefox here: FIREFOX names one");
  const engine = await openFirefox(port + 40);
  try {
    await mainPaths(engine, server);
  } finally {
    await engine.close();
  }
});

test("the main paths in WebKit", async ({ server }) => {
  test.skip(!hasWebkit, "there is no WebKit with a display here: WEBKIT_DRIVER names its driver");
  const engine = await openWebkit(port + 41);
  try {
    await mainPaths(engine, server);
  } finally {
    await engine.close();
  }
});
