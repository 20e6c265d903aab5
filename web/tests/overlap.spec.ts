import { readdirSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { crossedWords, deadControls } from "./looks";
import { site, watch } from "./players";
import { replay, type Recorded } from "./recorded";
import { fileOf } from "./snapshots";
import { recordedOf, stateNames, stateOf } from "./states";
import { test } from "./test";

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

/** Laid out anew, twice: what a script measures is in the second. */
const settled = (page: Page) => page.evaluate(() => new Promise((done) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(done)), 50)));

for (const [name, recorded] of views) {
  test(`each key is found by a finger, and no words lie over others: ${name}`, async ({ browser }) => {
    const found = new Map<string, string[]>();
    for (const language of ["en", "zh"] as const) {
      const page = watch(await (await browser.newContext({ reducedMotion: "reduce", colorScheme: language === "en" ? "dark" : "light" })).newPage());
      const { path } = await open(page, recorded(), language);
      for (const [type, all] of [["100%", sizes], ["200%", sizesOfLarge]] as const) {
        await page.evaluate((type) => (document.documentElement.style.fontSize = type), type);
        for (const [width, height] of all) {
          await page.setViewportSize({ width, height });
          await settled(page);
          for (const complaint of [...(await deadControls(page)), ...(await crossedWords(page))]) {
            found.set(complaint, [...(found.get(complaint) ?? []), `${language} ${width} × ${height} ${type}`]);
          }
        }
      }
      expect(page.complaints, path).toEqual([]);
      await page.context().close();
    }
    expect([...found].map(([complaint, where]) => `${complaint}: ${where.join(", ")}`)).toEqual([]);
  });
}

async function open(page: Page, recorded: Recorded, language: string): Promise<Recorded> {
  await page.setViewportSize({ width: 390, height: 844 });
  await replay(page, recorded, { language, theme: "system", motion: "off" });
  await page.goto(site + recorded.path);
  await page.locator("h1").first().waitFor();
  await page.waitForLoadState("networkidle");
  return recorded;
}
