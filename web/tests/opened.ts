import { expect, type Page } from "@playwright/test";

type Opening = (page: Page) => Promise<void>;

const press = (where: string): Opening => (page) => page.locator(where).first().click();
/** One after the other; each changes what is shown. */
const then = (...all: Opening[]): Opening => async (page) => {
  for (const each of all) {
    const before = await page.locator("body").innerHTML();
    await each(page);
    await expect.poll(() => page.locator("body").innerHTML()).not.toBe(before);
  }
};
const inSheet = (where: string) => press(`dialog[open] ${where}`);
const menu = press(".head > .tool");
/** The row of a table's menu with this sign. */
const ofMenu = (sign: string) => then(menu, inSheet(`li > *:has(> .icon > use[href="#i-${sign}"])`));
const table = press("[data-open]");
const account = press(".form .halves:last-child > .other:last-child");
const pill = (sign: string) => press(`.zone .pill:has(use[href="#i-${sign}"])`);

/** The elements that are opened over a recorded view, by name. They are found by style classes, because texts are in two languages. */
export const opened = {
  menu,
  log: press(".head > .tool:last-child"),
  amount: press(".keys .amount"),
  card: press(".place .face"),
  invite: ofMenu("share"),
  learn: ofMenu("book"),
  games: ofMenu("dice"),
  preferences: ofMenu("clock"),
  computers: ofMenu("count"),
  host: ofMenu("people"),
  people: then(ofMenu("people"), inSheet(".choice > button:last-child")),
  stand: ofMenu("up"),
  chips: ofMenu("plus"),
  table,
  stakes: then(table, inSheet(".choice >> nth=3 >> button >> nth=-1")),
  rest: then(table, inSheet("[data-more] >> nth=1")),
  restOfDoudizhu: then(table, inSheet(".choice > button:nth-child(2)"), inSheet("[data-more] >> nth=1")),
  restOfShengji: then(table, inSheet(".choice > button:nth-child(3)"), inSheet("[data-more] >> nth=1")),
  join: press(".halves .key.quiet"),
  guided: press(".ways button.pill"),
  make: press("[data-make]"),
  makeEvening: then(press("[data-make]"), inSheet(".choice > button:nth-child(5)")),
  makeExtras: then(press("[data-make]"), inSheet("[data-more] >> nth=1")),
  makeRest: then(press("[data-make]"), inSheet("[data-more] >> nth=2")),
  link: press("[data-join]"),
  find: press(".head .tool"),
  inviteTo: press("header .tool:last-child"),
  levels: press(".title .all >> nth=-1"),
  clock: press(".tclock"),
  tables: press(".panes .choice > button:nth-child(2)"),
  needs: press(".panes .choice > button:nth-child(3)"),
  search: press(".head .tool"),
  lifted: async (page: Page) => {
    for (const at of [0, 3]) {
      const { x, y } = (await page.locator(".fan button").nth(at).boundingBox())!;
      await page.mouse.click(x + 10, y + 20);
    }
  },
  broke: press(".after .key.brass"),
  count: pill("count"),
  evening: async (page: Page) => {
    await page.setViewportSize({ width: 320, height: 568 });
    await pill("people")(page);
  },
  trick: pill("again"),
  worth: press(".worth"),
  end: press(".keys button:nth-last-child(2)"),
  share: press("header .tool:last-child"),
  friend: press("main li > button"),
  picture: press(".who .face"),
  name: press(".who .key.low"),
  keep: press("main .key.brass.low"),
  remove: press("main .remove"),
  account,
  recover: then(account, press(".form > .other")),
  withCode: press(".form .halves:last-child > .other:first-child"),
  explain: async (page: Page) => {
    // If there is more room, all of it is shown without a press.
    await page.setViewportSize({ width: 320, height: 568 });
    await press(".guide .pill[aria-expanded=false]")(page);
  },
} satisfies Record<string, Opening>;

export type Opened = keyof typeof opened;

/** The views that are opened from each scene. */
export const openings: Record<string, Opened[]> = {
  welcome: ["account", "recover", "withCode"],
  lobby: ["table", "stakes", "rest", "restOfDoudizhu", "restOfShengji", "join", "guided", "search"],
  tournaments: ["make", "makeEvening", "makeExtras", "makeRest", "link", "find"],
  tournament: ["inviteTo", "levels"],
  "tournament.host": ["tables", "needs"],
  "holdem.contest": ["menu", "clock", "card"],
  waiting: ["menu", "log", "invite", "learn", "games", "preferences", "host", "people", "stand"],
  "holdem.turn": ["menu", "log", "amount", "card", "invite", "learn", "games", "preferences"],
  "holdem.result": ["menu", "log", "chips", "preferences"],
  "holdem.broke": ["broke"],
  "doudizhu.play": ["menu", "log", "worth", "learn", "lifted"],
  "doudizhu.result": ["menu", "count", "evening"],
  "guide.holdem": ["explain"],
  "guide.doudizhu": ["menu", "learn", "computers", "explain"],
  "guide.shengji": ["explain"],
  "shengji.bury": ["lifted"],
  "shengji.follow": ["menu", "log", "learn", "preferences"],
  "shengji.result": ["trick"],
  replay: ["end", "share"],
  friends: ["friend"],
  profile: ["picture", "name"],
  account: ["keep", "remove"],
};

/** Scenes with dotted words, and what is opened over them first. A change of size closes a word's sentence, so it is pressed at each size. */
export const dotted: [scene: string, Opened?][] = [
  ["doudizhu.auction"],
  ["doudizhu.won"],
  ["doudizhu.play", "learn"],
  ["shengji.declare"],
  ["shengji.follow", "learn"],
  ["shengji.result"],
  ["holdem.turn", "learn"],
  ["guide.holdem", "explain"],
  ["guide.doudizhu", "explain"],
  ["guide.shengji", "explain"],
  ["how.doudizhu"],
];
