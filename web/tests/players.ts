import { expect, test, type Browser, type Locator, type Page, type Request } from "@playwright/test";
import type { Schemas } from "../src/api/types";

const port = Number(process.env.PORT ?? 5390);
export const server = `http://127.0.0.1:${port + 1}`;
export const site = `http://127.0.0.1:${port}`;
/** The same site under a name that is no secure context: the browsers of the tests find it on this machine. */
export const elsewhere = `http://cardroom.test:${port}`;

export interface Guest {
  welcome: Schemas["Welcome"];
  token: string;
  /** The server where they are signed in. */
  at: string;
}

export async function call<T>(method: string, path: string, token?: string, body?: unknown, at = server): Promise<T> {
  const headers: Record<string, string> = {};
  if (token) headers.authorization = `Bearer ${token}`;
  if (body !== undefined) headers["content-type"] = "application/json";
  const response = await fetch(at + path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  // A player without a page is faster than the rate limit.
  if (response.status === 429) {
    await new Promise((wake) => setTimeout(wake, Number(response.headers.get("retry-after") ?? 1) * 1_000));
    return call(method, path, token, body, at);
  }
  const answer = (await response.json()) as T & { code?: string };
  if (!response.ok) throw new Error(`${method} ${path}: ${answer.code}`);
  return answer;
}

export async function guest(name: string, at = server): Promise<Guest> {
  const welcome = await call<Schemas["Welcome"]>("POST", "/v1/guests", undefined, { name }, at);
  return { welcome, token: welcome.tokens.access_token, at };
}

/** The person of a page, as the server knows them. */
export async function personOf(page: Page, at = server): Promise<Guest> {
  const tokens = JSON.parse(await page.evaluate(() => localStorage.getItem("cardroom.tokens") ?? "null")) as Schemas["SessionTokens"];
  return { welcome: { tokens } as Schemas["Welcome"], token: tokens.access_token, at };
}

/** Connected without a page, until the returned function is called: for an absent player the clock plays early while others wait. */
export async function stay({ token, at }: Guest): Promise<() => void> {
  const line = new AbortController();
  const { body } = await fetch(`${at}/v1/me/events`, { headers: { authorization: `Bearer ${token}` }, signal: line.signal });
  void body!.pipeTo(new WritableStream()).catch(() => {});
  return () => line.abort();
}

export const view = (table: string, { token, at }: Guest) => call<Schemas["TableView"]>("GET", `/v1/tables/${table}`, token, undefined, at);

/** A guest's action without a page; it depends on the newest view. */
export async function act(table: string, guest: Guest, action: Schemas["GameAction"]): Promise<Schemas["TableView"]> {
  const { version } = await view(table, guest);
  const body = { at: version, action };
  const { table: after } = await call<Schemas["TableAnswer"]>("POST", `/v1/tables/${table}/actions`, guest.token, body, guest.at);
  return after!;
}

/** A table with the first guest as its host, and all of them sitting at it. Guests without a page keep their chairs. */
export async function openTable(
  guests: Guest[],
  game: Schemas["NewGameRules"],
  more: Partial<Schemas["NewTable"]> = {},
  buyIns: number[] = [],
): Promise<string> {
  const min = "shengji" in game ? 0 : 1000;
  const options = { name: "Test", seats: guests.length, absent: "wait" as const, min_buy_in: min, max_buy_in: min, game, ...more };
  const host = guests[0]!;
  const { table } = await call<Schemas["TableAnswer"]>("POST", "/v1/tables", host.token, options, host.at);
  for (const [seat, each] of guests.entries()) {
    const buy_in = buyIns[seat] ?? options.max_buy_in;
    await call("POST", `/v1/tables/${table!.id}/seats`, each.token, { buy_in, seat, invite_code: table!.you?.invite_code ?? null }, each.at);
  }
  return table!.id;
}

export interface Watched extends Page {
  complaints: string[];
  /** Scripts that it asked for, and does not have yet. */
  loading: Set<Request>;
}

/**
 * Collects the errors of a page's console, among them violations of its policy. The browser reports a refused dry run
 * as a failed load, and is none.
 */
export function watch(plain: Page): Watched {
  const page = plain as Watched;
  page.complaints = [];
  page.loading = new Set();
  page.on("request", (request) => request.resourceType() === "script" && page.loading.add(request));
  for (const end of ["requestfinished", "requestfailed"] as const) page.on(end as "requestfinished", (request) => page.loading.delete(request));
  page.on("console", (message) => {
    if (message.type() === "error" && !/status of (409|422)/.test(message.text())) page.complaints.push(message.text());
  });
  page.on("pageerror", (error) => page.complaints.push(String(error)));
  return page;
}

/** A page of a guest who is signed in. */
export async function pageOf(browser: Browser, guest: Guest, path: string, settings: object = {}, base = site, device: object = {}): Promise<Watched> {
  const page = watch(await (await browser.newContext(device)).newPage());
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

/**
 * Presses any of the offered keys: mostly a hint and then the key after it, so that hands end. The key is
 * chosen in the page, at once: keys come and go, and waiting until each stands still would take longer than the hands.
 */
export async function pressAny(page: Page): Promise<void> {
  const place = await page.evaluate(() => {
    const reach = (button: Element) => {
      const { x, y, width, height } = button.getBoundingClientRect();
      const middle = { x: x + width / 2, y: y + height / 2 };
      return document.elementFromPoint(middle.x, middle.y)?.closest("button") === button ? middle : null;
    };
    const reading = document.querySelector("dialog[open] li button");
    if (reading) return reach(reading);
    if (document.querySelector("dialog[open]")) return "close";
    const keys = [...document.querySelectorAll(".zone .keys .key:enabled")];
    const hint = keys.find((key) => key.textContent!.includes("Hint"));
    const any = Math.random() < 0.7 ? keys.at(-1) : keys[Math.floor(Math.random() * keys.length)];
    const key = hint && Math.random() < 0.4 ? hint : any;
    return key ? reach(key) : null;
  });
  if (place === "close") await page.keyboard.press("Escape");
  else if (place) await page.mouse.click(place.x, place.y);
  // New keys are deaf for a quarter of a second.
  await new Promise((wake) => setTimeout(wake, 60));
}

/**
 * Goes on until this many hands are over. A table without a change for a minute and a half is stuck. A hand that lasts longer
 * than an hour outlives a token: `renew` brings the one of now.
 */
export function playOn(
  table: string,
  anyone: Guest,
  until: number,
  doing: (now: Schemas["TableView"]) => Promise<void>,
  renew?: () => Promise<void>,
): Promise<void> {
  // A step of its own: outside of one, Playwright looks through all that a test has done so far each time that it does anything.
  return test.step(`plays ${until} hands`, async () => {
    let now: Schemas["TableView"] | null = null;
    for (let [version, moved, read] = [-1, Date.now(), 0]; ; ) {
      // Between two looks there is time for some presses.
      if (now && Date.now() - read < 250) {
        await doing(now);
        continue;
      }
      read = Date.now();
      now = await view(table, anyone).catch((error) => {
        if (!renew || !/token_(expired|invalid)/.test(String(error))) throw error;
        return null;
      });
      if (!now) {
        await renew!();
        continue;
      }
      if ((now.last_result?.number ?? 0) >= until || (now.hand?.number ?? 0) > until) return;
      if (now.version !== version) [version, moved] = [now.version, Date.now()];
      expect(Date.now() - moved, `nothing happens: ${JSON.stringify(now.hand?.decisions)}`).toBeLessThan(90_000);
      await doing(now);
    }
  });
}

/** The server's refusals of a page's requests. A dry run only asks, and has no key: only real actions count. */
export function refusalsOf(page: Page): string[] {
  const refused: string[] = [];
  page.on("response", async (response) => {
    const isDone = response.request().headers()["idempotency-key"] !== undefined;
    if (!response.url().endsWith("/actions") || response.ok() || !isDone) return;
    refused.push(((await response.json()) as { code: string }).code);
  });
  return refused;
}

/** Presses a key of the thumb zone. Keys that have just come are deaf for a quarter of a second: that cannot be seen. */
export async function press(page: Page, named: string | RegExp | Locator, by: "click" | "tap" = "click"): Promise<void> {
  const isName = typeof named === "string" || named instanceof RegExp;
  const key = isName ? page.locator(".zone").getByRole("button", { name: named, exact: typeof named === "string" }) : named;
  await expect(key).toBeEnabled();
  await page.waitForTimeout(280);
  await key[by]();
}

/** The key that checks or calls in one's own decision. A choice ahead of it has the same words, and can stay pressed. */
export const middle = (page: Page) => page.locator(".zone .keys .key:not([aria-pressed])").filter({ hasText: /^\s*(Check|Call)/ });

export const pressMiddle = (page: Page) => press(page, middle(page));

/** The server's answer to the next action of a page; a dry run is none. */
export async function answerOf(page: Page, doing: () => Promise<void>): Promise<number> {
  const answer = page.waitForResponse((response) => response.url().endsWith("/actions") && response.request().headers()["idempotency-key"] !== undefined);
  await doing();
  return (await answer).status();
}

/** Moves the focus to an element by the tab key alone, as far as that goes. */
export async function tabTo(page: Page, to: Locator): Promise<void> {
  await expect(to).toBeVisible();
  for (let presses = 0; presses < 80; presses++) {
    if (await to.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`the tab key does not lead to ${to}`);
}

export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
export const desktop = { viewport: { width: 1280, height: 800 }, hasTouch: false };

/** A page for each guest, the first on a desktop and the others on phones. */
export function pagesOf(browser: Browser, guests: Guest[], path: string, settings: object = { motion: "off" }): Promise<Watched[]> {
  return Promise.all(guests.map((each, at) => pageOf(browser, each, path, settings, site, at === 0 ? desktop : phone)));
}

/** Deals the next hand, if the table is dealt by request. */
export const deal = (table: string, { token, at }: Guest) => call("POST", `/v1/tables/${table}/hands`, token, undefined, at);

/** The guest whose decision the table waits for. */
export async function asked(table: string, guests: Guest[]): Promise<number> {
  let seat: number | undefined;
  await expect.poll(async () => (seat = (await view(table, guests[0]!)).hand?.decisions[0]?.seat)).toBeDefined();
  return seat!;
}

/** At Dou Dizhu all pass but this one, who makes the highest bid. */
export async function makeLandlord(table: string, guests: Guest[], seat: number): Promise<void> {
  for (let now = await asked(table, guests); now !== seat; now = await asked(table, guests)) await act(table, guests[now]!, { doudizhu: { type: "pass" } });
  await act(table, guests[seat]!, { doudizhu: { type: "bid", points: 3 } });
}

/** The cards that a page shows in an element, by their names for screen readers. */
export function cardsIn(page: Page, place: string): Promise<string[]> {
  return page.locator(`${place} .card > .aloud`).allInnerTexts();
}

const ranks: Record<string, string> = { A: "ace", K: "king", Q: "queen", J: "jack", T: "ten" };
const suits: Record<string, string> = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };

/** The English name of a card. */
export function nameOf(card: string): string {
  if (card.startsWith("X")) return card === "X2" ? "big joker" : "small joker";
  return `${ranks[card[0]!] ?? card[0]} of ${suits[card[1]!]}`;
}

/**
 * Collects everything that the server sends this page from now on, to search it for hidden cards. Events up to `since`, which
 * a log wants to know too, is left out: in earlier deals the player had other cards.
 */
export async function overhear(page: Page, since = 0): Promise<() => Promise<string>> {
  await page.addInitScript(() => {
    const heard: string[] = ((window as unknown as { heard: string[] }).heard = []);
    const parse = JSON.parse.bind(JSON);
    JSON.parse = (text: string) => (heard.push(text), parse(text));
    const read = Response.prototype.json;
    Response.prototype.json = async function (this: Response) {
      const answer: unknown = await read.call(this);
      heard.push(JSON.stringify(answer));
      return answer;
    };
  });
  await page.reload();
  const newOf = (text: string) => {
    const message = JSON.parse(text) as { changes?: { version: number }[] };
    if (Array.isArray(message.changes)) message.changes = message.changes.filter(({ version }) => version > since);
    return JSON.stringify(message);
  };
  return async () => {
    const heard = await page.evaluate(() => (window as unknown as { heard: string[] }).heard);
    return heard.filter((text) => text.startsWith("{")).map(newOf).join("\n");
  };
}

/** A page knows its player's cards, and has none of the others: not in the answers, and not on the screen. */
export async function expectSecret(page: Page, hear: () => Promise<string>, own: string[], others: string[]): Promise<void> {
  const got = await hear();
  expect(own.filter((card) => !got.includes(`"${card}"`))).toEqual([]);
  const secret = others.filter((card) => !own.includes(card));
  expect(secret.filter((card) => got.includes(`"${card}"`))).toEqual([]);
  const shown = await cardsIn(page, "body");
  expect(secret.filter((card) => shown.includes(nameOf(card)))).toEqual([]);
}

/** The cards of all hands but one. */
export const besides = (hands: string[][], seat: number) => hands.filter((_, at) => at !== seat).flat();

export async function close(pages: Page[]): Promise<void> {
  for (const page of pages) await page.context().close();
}
