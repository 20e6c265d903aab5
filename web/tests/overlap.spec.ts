import { readdirSync } from "node:fs";
import { expect, test, type BrowserContext, type Page } from "@playwright/test";
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

/** Where a sheet has least room: small phones, upright and on their side. */
const sizesOfOpened: Size[] = [[320, 568], [844, 390]];

/** Laid out anew, twice: what a script measures is in the second. */
const settled = (page: Page) => page.evaluate(() => new Promise((done) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(done)), 50)));

const languages = ["en", "zh"] as const;
/** One for each language: what all views are made of is loaded once. */
const contexts = new Map<string, BrowserContext>();
test.beforeAll(async ({ browser }) => {
  for (const language of languages) contexts.set(language, await browser.newContext({ reducedMotion: "reduce", colorScheme: language === "en" ? "dark" : "light" }));
});
test.afterAll(() => Promise.all([...contexts.values()].map((context) => context.close())));

const isLaw = "each key is found by a finger, and no words lie over others";

/** The law over what a view shows, in both languages and with fonts of these times the usual size; with `prepare`, once that is done. */
async function expectLaw(recorded: () => Recorded, types: [type: number, sizes: Size[]][], prepare?: (page: Page) => Promise<void>): Promise<void> {
  const found = new Map<string, string[]>();
  for (const language of languages) {
    const page = watch(await contexts.get(language)!.newPage());
    const { path } = await open(page, recorded(), language);
    await prepare?.(page);
    const browserOfPage = await page.context().newCDPSession(page);
    for (const [type, all] of types) {
      // What a person sets in their browser: sizes in styles go by it, and the conditions of styles too.
      await browserOfPage.send("Page.setFontSizes", { fontSizes: { standard: 16 * type } });
      for (const [width, height] of all) {
        await page.setViewportSize({ width, height });
        await settled(page);
        for (const complaint of [...(await deadControls(page)), ...(await crossedWords(page))]) {
          found.set(complaint, [...(found.get(complaint) ?? []), `${language} ${width} × ${height} ${100 * type}%`]);
        }
      }
    }
    expect(page.complaints, path).toEqual([]);
    await page.close();
  }
  expect([...found].map(([complaint, where]) => `${complaint}: ${where.join(", ")}`)).toEqual([]);
}

for (const [name, recorded] of views) {
  test(`${isLaw}: ${name}`, () => expectLaw(recorded, [[1, sizes], [2, sizesOfLarge]]));
}

for (const [scene, all] of Object.entries(openings)) {
  for (const name of all) {
    test(`${isLaw}: ${scene}, opened: ${name}`, () =>
      expectLaw(() => recordedOf(scene), [[1, sizesOfOpened], [2, sizesOfOpened]], async (page) => {
        const before = await page.locator("body").innerHTML();
        await opened[name](page);
        await page.waitForLoadState("networkidle");
        await expect.poll(() => page.locator("body").innerHTML(), name).not.toBe(before);
      }));
  }
}

async function open(page: Page, recorded: Recorded, language: string): Promise<Recorded> {
  await page.setViewportSize({ width: 390, height: 844 });
  await replay(page, recorded, { language, theme: "system", motion: "off" });
  await page.goto(site + recorded.path);
  await page.locator("h1").first().waitFor();
  await page.waitForLoadState("networkidle");
  return recorded;
}
