import { readdirSync } from "node:fs";
import { expect, test as plain, type BrowserContext, type Locator, type Page } from "@playwright/test";
import { covered, crossedWords, cutSentences, deadControls, misplaced, overflowing, rest } from "./looks";
import { dotted, opened, openings, type Opened } from "./opened";
import { site, watch } from "./players";
import { replay, type Recorded } from "./recorded";
import { fileOf } from "./snapshots";
import { recordedOf, stateNames, stateOf } from "./states";

type Size = [width: number, height: number];

/**
 * Those of phones, the last three a phone on its side, a desktop of 1280 × 800 that is zoomed to 200 %, and an old tablet on its side.
 * `SIZES=all` checks all of them, and else the extremes.
 */
const everySize: Size[] = [[390, 844], [320, 568], [360, 740], [768, 1024], [1280, 800], [1440, 900], [844, 390], [640, 400], [720, 450]];
const sizes: Size[] = process.env.SIZES === "all" ? everySize : [[390, 844], [320, 568], [768, 1024], [1440, 900], [640, 400]];
/** With a browser's font twice as large. */
const sizesOfLarge: Size[] = process.env.SIZES === "all" ? [[390, 844], [320, 568], [1280, 800], [844, 390]] : [[320, 568], [844, 390]];

const scenes = readdirSync(fileOf("recorded")).map((name) => name.replace(".json", ""));
const views = new Map<string, () => Recorded>([
  ...scenes.map((name) => [name, () => recordedOf(name)] as const),
  ...stateNames.map((name) => [name, () => stateOf(name)] as const),
]);

/** The sizes at which a sheet has least room: a small phone, and a phone on its side. */
const sizesOfOpened: Size[] = [[320, 568], [844, 390]];

type Language = "en" | "zh";
const languages: Language[] = ["en", "zh"];

/** `contexts`: one for each language, for as long as a worker lives, so that the common files of all views are loaded once. */
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

type Look = (page: Page, width: number, type: number) => Promise<string[]>;

const keysAndWords: Look = async (page) => [...(await deadControls(page)), ...(await crossedWords(page))];

/** A table does not scroll, unless its font is large: nothing of it may be beyond the edges, or under something else. */
const table: Look = async (page, width, type) => {
  const found = await keysAndWords(page, width, type);
  return type > 1 ? found : [...found, ...(await overflowing(page, width)), ...(await misplaced(page)), ...(await covered(page))];
};
const isTable = (view: string) => /^(holdem|doudizhu|shengji|waiting)/.test(view);

/** The findings in a view in this language, with their positions; with `prepare`, once that is done. */
async function complaintsOf(context: BrowserContext, recorded: Recorded, language: Language, looks: Looks, prepare?: (page: Page) => Promise<void>, look = keysAndWords): Promise<string[]> {
  const found = new Map<string, string[]>();
  const page = watch(await context.newPage());
  const unanswered = await open(page, recorded, language);
  await prepare?.(page);
  const browserOfPage = await context.newCDPSession(page);
  for (const [type, all] of looks) {
    // As a person sets it in their browser: sizes in styles depend on it, and so do media queries.
    await browserOfPage.send("Page.setFontSizes", { fontSizes: { standard: 16 * type } });
    expect(await page.evaluate(() => parseFloat(getComputedStyle(document.documentElement).fontSize))).toBe(16 * type);
    for (const [width, height] of all) {
      await page.setViewportSize({ width, height });
      await rest(page);
      for (const complaint of await look(page, width, type)) {
        found.set(complaint, [...(found.get(complaint) ?? []), `${width} × ${height} ${100 * type}%`]);
      }
    }
  }
  const missing = [...new Set(await unanswered())].map((asked) => `the recording has no answer to ${asked}`);
  const all = [...missing, ...page.complaints, ...[...found].map(([complaint, where]) => `${complaint}: ${language} ${where.join(", ")}`)];
  await page.close();
  return all;
}

for (const [name, recorded] of views) {
  test(`${law}: ${name}`, async ({ contexts }) => {
    for (const language of languages) {
      const look = isTable(name) ? table : keysAndWords;
      expect.soft(await complaintsOf(contexts[language], recorded(), language, [[1, sizes], [2, sizesOfLarge]], undefined, look)).toEqual([]);
    }
  });
}

/** Opens this over the view, and waits until it is there. */
const over = (name: Opened) => async (page: Page) => {
  const before = await page.locator("body").innerHTML();
  await opened[name](page);
  await page.waitForLoadState("networkidle");
  await expect.poll(() => page.locator("body").innerHTML(), name).not.toBe(before);
};

const looksOfOpened: Looks = [[1, sizesOfOpened], [2, sizesOfOpened]];

for (const [scene, all] of Object.entries(openings)) {
  for (const name of all) {
    test(`${law}: ${scene}, opened: ${name}`, async ({ contexts }) => {
      for (const language of languages) {
        expect.soft(await complaintsOf(contexts[language], recordedOf(scene), language, looksOfOpened, over(name))).toEqual([]);
      }
    });
  }
}

for (const [scene, name] of dotted) {
  test(`the sentence of a dotted word is shown whole: ${[scene, name].filter(Boolean).join(", opened: ")}`, async ({ contexts }) => {
    for (const language of languages) {
      let pressed = 0;
      // The first and the last of them: those nearest to the edges.
      const sentences: Look = async (page) => {
        const words = page.locator((await page.locator("dialog[open]").count()) > 0 ? "dialog[open] .term:visible" : ".term:visible");
        const found: string[] = [];
        for (const at of new Set([0, (await words.count()) - 1])) {
          if (at < 0) continue;
          await pressWord(page, words.nth(at));
          await rest(page);
          found.push(...(await cutSentences(page)));
          await page.keyboard.press("Escape");
          await expect(page.locator(".box:popover-open")).toHaveCount(0);
          pressed += 1;
        }
        return found;
      };
      expect.soft(await complaintsOf(contexts[language], recordedOf(scene), language, looksOfOpened, name && over(name), sentences)).toEqual([]);
      expect.soft(pressed, language).toBeGreaterThan(0);
    }
  });
}

/** In the middle of the screen as far as it can be scrolled there, and on its letters: those of a word in two lines are not in its middle. */
async function pressWord(page: Page, word: Locator): Promise<void> {
  await word.evaluate((each) => each.scrollIntoView({ block: "center" }));
  await rest(page);
  const { x, y } = await word.evaluate((each) => {
    const { left, top, width, height } = each.getClientRects()[0]!;
    return { x: left + width / 2, y: top + height / 2 };
  });
  await page.mouse.click(x, y);
  await page.locator(".box:popover-open:not(:empty)").waitFor();
}

async function open(page: Page, recorded: Recorded, language: string): Promise<() => Promise<string[]>> {
  await page.setViewportSize({ width: 390, height: 844 });
  const unanswered = await replay(page, recorded, { language, thumb: language === "en" ? "right" : "left", theme: "system", motion: "off" });
  await page.goto(site + recorded.path);
  await page.locator("h1").first().waitFor();
  await page.waitForLoadState("networkidle");
  return unanswered;
}
