import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { TestServer } from "./server";
import { axe } from "./looks";
import { opened, openings, type Opened } from "./opened";
import { pageOf, site, watch } from "./players";
import { record, replay, type Recorded } from "./recorded";
import { scenes } from "./scenes";
import { expectLooks, fileOf, keep, looksOf } from "./snapshots";
import { test } from "./test";

/**
 * Fixed views: recorded answers are given again, at the recorded time, so there is no randomness in them.
 * `RENEW=1` accepts the present views; `RECORD=1` records the answers again before that, from a server of its own.
 */
const records = process.env.RECORD !== undefined;

interface View {
  scene: string;
  size: [number, number];
  language: "en" | "zh";
  theme: "dark" | "light";
  open?: Opened;
  settings?: object;
  isLost?: boolean;
}

const phone: [number, number] = [390, 844];
const small: [number, number] = [320, 568];
const tablet: [number, number] = [768, 1024];
const desk: [number, number] = [1440, 900];

const of = (scene: string, size: [number, number], language: View["language"], theme: View["theme"], more: Partial<View> = {}): View => ({ scene, size, language, theme, ...more });

const views: View[] = [
  of("welcome", phone, "en", "dark"),
  of("welcome", small, "zh", "light"),
  of("welcome", desk, "en", "light"),
  of("lobby", phone, "en", "dark"),
  of("lobby", small, "zh", "light"),
  of("lobby", desk, "zh", "dark"),
  of("lobby", phone, "zh", "light", { open: "table" }),
  of("lobby", small, "en", "dark", { open: "table" }),
  of("tournaments", phone, "en", "light"),
  of("tournaments", small, "zh", "dark"),
  of("tournaments", desk, "en", "dark"),
  of("tournaments", phone, "en", "dark", { open: "make" }),
  of("tournaments", small, "zh", "light", { open: "makeEvening" }),
  of("tournament", phone, "en", "dark"),
  of("tournament", small, "zh", "light"),
  of("tournament", desk, "zh", "light"),
  of("tournament.out", phone, "en", "dark"),
  of("tournament.out", small, "zh", "light"),
  of("tournament.out", desk, "en", "light"),
  of("tournament.host", phone, "zh", "light"),
  of("tournament.host", desk, "en", "dark"),
  of("tournament.board", [1920, 1080], "en", "dark"),
  of("tournament.board", phone, "zh", "light"),
  of("holdem.contest", phone, "en", "dark"),
  of("holdem.contest", small, "zh", "light"),
  of("holdem.contest", [844, 390], "en", "light"),
  of("holdem.contest", tablet, "zh", "dark"),
  of("holdem.contest", desk, "en", "dark"),
  of("holdem.contest", phone, "en", "light", { open: "clock" }),
  of("holdem.break", phone, "zh", "light"),
  of("holdem.break", small, "en", "dark"),
  of("holdem.break", desk, "zh", "dark"),
  of("waiting", phone, "zh", "dark"),
  of("waiting", small, "en", "dark"),
  of("waiting", phone, "en", "light", { open: "invite" }),
  of("holdem.turn", phone, "en", "dark"),
  of("holdem.turn", small, "zh", "light"),
  of("holdem.turn", [844, 390], "en", "light"),
  of("holdem.turn", tablet, "en", "light"),
  of("holdem.turn", desk, "zh", "dark"),
  of("holdem.turn", phone, "en", "light", { open: "menu" }),
  of("holdem.turn", phone, "zh", "dark", { open: "log" }),
  of("holdem.turn", phone, "en", "dark", { open: "amount" }),
  of("holdem.turn", phone, "zh", "light", { open: "card" }),
  of("holdem.turn", phone, "zh", "dark", { isLost: true }),
  of("holdem.ahead", phone, "zh", "light", { settings: { amounts: "blinds" } }),
  of("holdem.allin", phone, "en", "dark"),
  of("holdem.allin", desk, "en", "light"),
  of("holdem.allin", small, "zh", "dark"),
  of("holdem.allin", [640, 400], "en", "dark"),
  of("holdem.result", phone, "zh", "light"),
  of("holdem.result", small, "en", "dark"),
  of("holdem.result", desk, "en", "dark"),
  of("holdem.broke", phone, "en", "light", { open: "broke" }),
  of("holdem.broke", small, "zh", "dark", { open: "broke" }),
  of("holdem.next", phone, "en", "dark"),
  of("holdem.next", small, "zh", "light"),
  of("doudizhu.auction", phone, "zh", "light"),
  of("doudizhu.auction", small, "en", "dark"),
  of("doudizhu.play", phone, "en", "dark", { open: "lifted" }),
  of("doudizhu.play", desk, "zh", "light"),
  of("doudizhu.lead", small, "en", "dark", { settings: { suits: "2", thumb: "left" } }),
  of("doudizhu.result", phone, "en", "light"),
  of("doudizhu.result", small, "zh", "dark"),
  of("doudizhu.result", desk, "zh", "light"),
  of("shengji.declare", phone, "zh", "dark"),
  of("shengji.declare", small, "en", "light"),
  of("shengji.bury", phone, "en", "light", { open: "lifted" }),
  of("shengji.bury", small, "zh", "dark", { open: "lifted" }),
  of("shengji.follow", phone, "zh", "dark"),
  of("shengji.follow", tablet, "en", "dark"),
  of("shengji.follow", desk, "en", "light"),
  of("shengji.result", phone, "en", "dark"),
  of("shengji.result", small, "zh", "light"),
  of("shengji.result", desk, "en", "light"),
  of("holdem.pots", phone, "en", "dark"),
  of("holdem.pots", small, "zh", "light"),
  of("holdem.pots", desk, "zh", "light"),
  of("doudizhu.won", phone, "en", "dark"),
  of("doudizhu.won", small, "en", "dark"),
  of("doudizhu.won", desk, "en", "dark"),
  of("doudizhu.lost", phone, "zh", "light"),
  of("doudizhu.lost", small, "zh", "light"),
  ...(["holdem", "doudizhu", "shengji"] as const).flatMap((game) => [
    of(`guide.${game}`, phone, "en", "dark"),
    of(`guide.${game}`, small, "zh", "light"),
    of(`guide.${game}`, desk, "zh", "dark"),
    of(`how.${game}`, phone, "en", "light"),
    of(`how.${game}`, small, "zh", "dark"),
    of(`how.${game}`, desk, "en", "dark"),
  ]),
  of("invitation", phone, "en", "dark"),
  of("invitation", small, "zh", "light"),
  of("invitation", desk, "zh", "dark"),
  of("replay", phone, "en", "dark"),
  of("replay", desk, "zh", "light", { open: "end" }),
  of("replay", [844, 390], "en", "light", { open: "end" }),
  of("profile", phone, "en", "light"),
  of("profile", desk, "zh", "dark"),
  of("hands", phone, "zh", "dark"),
  of("ledger", phone, "en", "dark"),
  of("friends", phone, "zh", "light"),
  of("friends", desk, "en", "dark"),
  of("account", phone, "en", "light"),
  of("settings", phone, "zh", "dark"),
  of("settings", desk, "en", "light"),
];

const nameOf = ({ scene, size, language, theme, open, settings, isLost }: View) =>
  [scene, open, settings && Object.keys(settings).join("-"), isLost && "lost", `${size[0]}x${size[1]}`, language, theme].filter(Boolean).join("-").replaceAll(".", "-");

/** The faces that the pictures are set in; without them each word has another width. */
const fonts = ["Liberation Sans", "Droid Sans Fallback"];

function missingFonts(): string[] {
  const isHere = (font: string) => {
    try {
      return execFileSync("fc-match", ["-f", "%{family}", font], { encoding: "utf8" }).includes(font);
    } catch {
      return false;
    }
  };
  return fonts.filter((font) => !isHere(font));
}

async function settle(page: Page): Promise<void> {
  await page.evaluate((font) => document.documentElement.style.setProperty("--font", font), fonts.map((font) => `"${font}"`).join());
  // Files that are loaded when they are first needed have come, and all is laid out: nothing changes any more.
  await page.waitForLoadState("networkidle");
  for (let [was, same] = ["", 0]; same < 4; await page.waitForTimeout(200)) {
    const is = await looksOf(page);
    same = is === was ? same + 1 : 0;
    was = is;
  }
}

if (records) {
  for (const [name, prepare] of Object.entries(scenes)) {
    test(`the scene of ${name}`, async ({ browser }) => {
      const server = await TestServer.open(10);
      try {
        const { me, path, guided } = await prepare(server.url);
        const page = me ? await pageOf(browser, me, "/settings", { motion: "off" }, server.site) : watch(await browser.newPage());
        const recorded = await record(page);
        if (guided) await page.evaluate((table) => localStorage.setItem("cardroom.guide", JSON.stringify({ table, taken: [] })), guided);
        await page.goto(server.site + path);
        await page.waitForTimeout(2_000);
        const now = new Date().toISOString();
        const answers = await recorded();
        for (const open of openings[name] ?? []) {
          await opened[open](page);
          await page.waitForTimeout(700);
          // Answers from before are of the same moment as all others.
          for (const [asked, answer] of Object.entries(await recorded())) answers[asked] ??= answer;
          await page.goto(server.site + path);
          await page.waitForTimeout(1_000);
        }
        // A wide screen asks for more: it shows the log.
        await page.setViewportSize({ width: 1440, height: 900 });
        await page.goto(server.site + path);
        await page.waitForTimeout(1_500);
        for (const [asked, answer] of Object.entries(await recorded())) answers[asked] ??= answer;
        const known = await page.evaluate(() => localStorage.getItem("cardroom.me"));
        const whole: Recorded = { path, now, me: known, ...(guided && { guided }), answers };
        keep(`recorded/${name}.json`, `${JSON.stringify(whole, null, 1)}\n`);
        await page.context().close();
      } finally {
        await server.close();
      }
    });
  }
}

for (const scene of Object.keys(scenes)) {
  test(`axe finds nothing, in both languages and themes: ${scene}`, async ({ browser }) => {
    const recorded = JSON.parse(readFileSync(fileOf(`recorded/${scene}.json`), "utf8")) as Recorded;
    for (const language of ["en", "zh"]) {
      const page = watch(await (await browser.newContext({ reducedMotion: "reduce" })).newPage());
      await replay(page, recorded, { language, theme: "system", motion: "off" });
      await page.goto(site + recorded.path);
      await page.locator("h1").first().waitFor();
      await page.waitForLoadState("networkidle");
      expect.soft(await axe(page), `${scene} ${language}`).toEqual([]);
      await page.context().close();
    }
  });
}

test("on a slow phone, too, the log opens at its newest line", async ({ browser }) => {
  const recorded = JSON.parse(readFileSync(fileOf("recorded/holdem.turn.json"), "utf8")) as Recorded;
  const context = await browser.newContext({ viewport: { width: phone[0], height: phone[1] } });
  const page = watch(await context.newPage());
  await replay(page, recorded, { language: "en", motion: "off" });
  await page.goto(site + recorded.path);
  await page.locator("h1").first().waitFor();
  await page.waitForLoadState("networkidle");
  await (await context.newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate: 20 });
  await opened.log(page);
  await expect(page.locator("dialog[open] ol > li").last()).toBeInViewport();
  await expect(page.locator("dialog[open] ol > li").first()).not.toBeInViewport();
  await context.close();
});

for (const view of views) {
  const name = nameOf(view);
  test(`as it was: ${name}`, async ({ browser }) => {
    const missing = missingFonts();
    test.skip(missing.length > 0, `${missing.join(" and ")} cannot be had here: apt-get install fonts-liberation fonts-droid-fallback`);
    const { size, language, theme, open, settings, isLost } = view;
    const recorded = JSON.parse(readFileSync(fileOf(`recorded/${view.scene}.json`), "utf8")) as Recorded;
    const context = await browser.newContext({
      viewport: { width: size[0], height: size[1] },
      colorScheme: theme,
      locale: language === "zh" ? "zh-CN" : "en-GB",
      timezoneId: "UTC",
      reducedMotion: "reduce",
      hasTouch: size[0] < 1024,
    });
    const page = watch(await context.newPage());
    const unanswered = await replay(page, recorded, { language, holdAllIn: true, motion: "off", ...settings }, isLost);
    await page.goto(site + recorded.path);
    await page.locator("h1").first().waitFor();
    await settle(page);
    if (open) {
      await opened[open](page);
      await settle(page);
    }
    await expectLooks(browser, page, name);
    expect(await unanswered()).toEqual([]);
    expect(page.complaints).toEqual([]);
  });
}
