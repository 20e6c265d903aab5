import { readdirSync } from "node:fs";
import { expect, test as plain, type BrowserContext, type Page } from "@playwright/test";
import { crossedWords, deadControls } from "./looks";
import { opened, openings } from "./opened";
import { site, watch } from "./players";
import { replay, type Recorded } from "./recorded";
import { fileOf } from "./snapshots";
import { recordedOf, stateNames, stateOf } from "./states";

type Size = [width: number, height: number];

/** Those of phones, the last three a phone on its side, a desktop of 1280 × 800 that is zoomed to 200 %, and an old tablet on its side. */
const sizes: Size[] = [[390, 844], [320, 568], [360, 740], [768, 1024], [1280, 800], [1440, 900], [844, 390], [640, 400], [720, 450]];
/** Where a browser's font is twice as large. */
const sizesOfLarge: Size[] = [[390, 844], [320, 568], [1280, 800], [844, 390]];

const scenes = readdirSync(fileOf("recorded")).map((name) => name.replace(".json", ""));
const views = new Map<string, () => Recorded>([
  ...scenes.map((name) => [name, () => recordedOf(name)] as const),
  ...stateNames.map((name) => [name, () => stateOf(name)] as const),
]);

/** Where a sheet has least room: the longer words on a small phone, the shorter ones on a phone on its side. */
const sizesOfOpened: Record<"en" | "zh", Size> = { en: [320, 568], zh: [844, 390] };

/** Laid out anew, twice: what a script measures is in the second. */
const settled = (page: Page) => page.evaluate(() => new Promise((done) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(done)), 50)));

type Language = "en" | "zh";
const languages: Language[] = ["en", "zh"];

/** `contexts`: one for each language, for as long as a worker lives, so that what all views are made of is loaded once. */
const test = plain.extend<object, { contexts: Record<Language, BrowserContext> }>({
  contexts: [
    async ({ browser }, use) => {
      const [en, zh] = [await browser.newContext({ reducedMotion: "reduce", colorScheme: "dark" }), await browser.newContext({ reducedMotion: "reduce", colorScheme: "light" })];
      await use({ en, zh });
      await Promise.all([en.close(), zh.close()]);
    },
    { scope: "worker" },
  ],
});

const law = "each key is found by a finger, and no words lie over others";

/** Font scales, and the sizes to check at each scale. */
type Looks = [type: number, sizes: Size[]][];

/** What the law finds in a view in this language, and where; with `prepare`, once that is done. */
async function complaintsOf(context: BrowserContext, recorded: Recorded, language: Language, looks: Looks, prepare?: (page: Page) => Promise<void>): Promise<string[]> {
  const found = new Map<string, string[]>();
  const page = watch(await context.newPage());
  await open(page, recorded, language);
  await prepare?.(page);
  const browserOfPage = await context.newCDPSession(page);
  for (const [type, all] of looks) {
    // What a person sets in their browser: sizes in styles go by it, and the conditions of styles too.
    await browserOfPage.send("Page.setFontSizes", { fontSizes: { standard: 16 * type } });
    expect(await page.evaluate(() => parseFloat(getComputedStyle(document.documentElement).fontSize))).toBe(16 * type);
    for (const [width, height] of all) {
      await page.setViewportSize({ width, height });
      await settled(page);
      for (const complaint of [...(await deadControls(page)), ...(await crossedWords(page))]) {
        found.set(complaint, [...(found.get(complaint) ?? []), `${width} × ${height} ${100 * type}%`]);
      }
    }
  }
  const all = [...page.complaints, ...[...found].map(([complaint, where]) => `${complaint}: ${language} ${where.join(", ")}`)];
  await page.close();
  return all;
}

for (const [name, recorded] of views) {
  test(`${law}: ${name}`, async ({ contexts }) => {
    for (const language of languages) {
      expect.soft(await complaintsOf(contexts[language], recorded(), language, [[1, sizes], [2, sizesOfLarge]])).toEqual([]);
    }
  });
}

for (const [scene, all] of Object.entries(openings)) {
  for (const name of all) {
    test(`${law}: ${scene}, opened: ${name}`, async ({ contexts }) => {
      const prepare = async (page: Page) => {
        const before = await page.locator("body").innerHTML();
        await opened[name](page);
        await page.waitForLoadState("networkidle");
        await expect.poll(() => page.locator("body").innerHTML(), name).not.toBe(before);
      };
      for (const language of languages) {
        const sizes = [sizesOfOpened[language]];
        expect.soft(await complaintsOf(contexts[language], recordedOf(scene), language, [[1, sizes], [2, sizes]], prepare)).toEqual([]);
      }
    });
  }
}

async function open(page: Page, recorded: Recorded, language: string): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await replay(page, recorded, { language, theme: "system", motion: "off" });
  await page.goto(site + recorded.path);
  await page.locator("h1").first().waitFor();
  await page.waitForLoadState("networkidle");
}
