import type { Browser, Page } from "@playwright/test";
import type { Schemas } from "../src/api/types";

const port = Number(process.env.PORT ?? 5390);
export const server = `http://127.0.0.1:${port + 1}`;
export const site = `http://127.0.0.1:${port}`;

export interface Guest {
  welcome: Schemas["Welcome"];
  token: string;
}

export async function call<T>(method: string, path: string, token?: string, body?: unknown): Promise<T> {
  const headers: Record<string, string> = {};
  if (token) headers.authorization = `Bearer ${token}`;
  if (body !== undefined) headers["content-type"] = "application/json";
  const response = await fetch(server + path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  const answer = (await response.json()) as T & { code?: string };
  if (!response.ok) throw new Error(`${method} ${path}: ${answer.code}`);
  return answer;
}

export async function guest(name: string): Promise<Guest> {
  const welcome = await call<Schemas["Welcome"]>("POST", "/v1/guests", undefined, { name });
  return { welcome, token: welcome.tokens.access_token };
}

export const view = (table: string, guest: Guest) => call<Schemas["TableView"]>("GET", `/v1/tables/${table}`, guest.token);

/** A table with the first guest as its host, and all of them sitting at it. */
export async function openTable(guests: Guest[], game: Schemas["NewGameRules"], more: Partial<Schemas["NewTable"]> = {}): Promise<string> {
  const min = "shengji" in game ? 0 : 1000;
  const options = { name: "Test", seats: guests.length, min_buy_in: min, max_buy_in: min, game, ...more };
  const { table } = await call<Schemas["TableAnswer"]>("POST", "/v1/tables", guests[0]!.token, options);
  for (const [seat, each] of guests.entries()) {
    await call("POST", `/v1/tables/${table.id}/seats`, each.token, { buy_in: options.max_buy_in, seat });
  }
  return table.id;
}

export interface Watched extends Page {
  complaints: string[];
}

/**
 * A page of a guest, which keeps what its console complains of. A refused dry run is told by the browser as a failed load,
 * and is none.
 */
export async function pageOf(browser: Browser, guest: Guest, path: string, settings: object = {}, base = site): Promise<Watched> {
  const context = await browser.newContext();
  const page = (await context.newPage()) as Watched;
  page.complaints = [];
  page.on("console", (message) => {
    if (message.type() === "error" && !/status of (409|422)/.test(message.text())) page.complaints.push(message.text());
  });
  page.on("pageerror", (error) => page.complaints.push(String(error)));
  await page.addInitScript(
    ([welcome, settings]) => {
      if (!localStorage.getItem("cardroom.tokens")) localStorage.setItem("cardroom.tokens", JSON.stringify(welcome.tokens));
      if (!localStorage.getItem("cardroom.settings")) localStorage.setItem("cardroom.settings", JSON.stringify(settings));
    },
    [guest.welcome, { holdAllIn: false, language: "en", ...settings }] as const,
  );
  await page.goto(base + path);
  return page;
}

/** Presses any of the keys that are on offer: mostly a hint and then what leads on, so that hands come to their end. */
export async function pressAny(page: Page): Promise<void> {
  const reading = page.locator("dialog li button");
  if ((await reading.count()) > 0) await reading.first().click({ timeout: 1_000 }).catch(() => {});
  const keys = page.locator(".zone .keys .key:enabled");
  const count = await keys.count();
  if (count === 0) return;
  const hint = keys.filter({ hasText: "Hint" });
  const wantsHint = Math.random() < 0.5 && (await hint.count()) > 0;
  const any = Math.random() < 0.6 ? count - 1 : Math.floor(Math.random() * count);
  const key = wantsHint ? hint : keys.nth(any);
  await key.click({ timeout: 1_000, noWaitAfter: true }).catch(() => {});
}

/** Presses the call. Keys that have just come are deaf for a quarter of a second. */
export async function pressCall(page: Page): Promise<void> {
  const key = page.getByRole("button", { name: /^Call/ });
  await key.waitFor();
  await page.waitForTimeout(300);
  await key.click();
}
