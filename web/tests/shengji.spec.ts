import { expect, type Page } from "@playwright/test";
import type { Schemas } from "../src/api/types";
import { expectGoodLooks } from "./looks";
import { act, asked, besides, cardsIn, close, deal, expectSecret, guest, nameOf, openTable, overhear, pagesOf, press, view, type Guest, type Watched } from "./players";
import { test } from "./test";

type State = Schemas["ShengjiView"];
type Options = Schemas["ShengjiOptions"];

const byHand = { dealing: { type: "by_hand" as const }, decision_seconds: 120 };

const shown = ({ hand, last_result }: Schemas["TableView"]): State => ((hand?.state ?? last_result!.state) as Schemas["GameViewShengji"]).shengji;
const stateOf = async (table: string, who: Guest): Promise<State> => shown(await view(table, who));
const optionsOf = async (table: string, who: Guest): Promise<Options> => ((await view(table, who)).you!.options as Schemas["GameOptionsShengji"]).shengji;
const cardsOf = (state: State) => (state.hand ?? []).flatMap(({ cards }) => cards);
const handsOf = (table: string, guests: Guest[]) => Promise.all(guests.map(async (each) => cardsOf(await stateOf(table, each))));
const count = (cards: string[], card: string) => cards.filter((other) => other === card).length;
const suits = ["s", "h", "d", "c"];

/** The seat that declares a 2 first, and the seat that overturns it with a pair and has an ace twice and a king in a suit that will not be trump. */
interface Wanted {
  /** The version before the deal. */
  since: number;
  first: number;
  single: string;
  second: number;
  pair: string;
  throws: string[];
}

function find(hands: string[][]): Omit<Wanted, "since"> | null {
  for (const [second, hand] of hands.entries()) {
    for (const trump of suits.filter((suit) => count(hand, `2${suit}`) === 2)) {
      const strong = suits.find((suit) => suit !== trump && count(hand, `A${suit}`) === 2 && count(hand, `K${suit}`) === 1);
      const first = hands.findIndex((other, seat) => seat !== second && suits.some((suit) => suit !== trump && count(other, `2${suit}`) === 1));
      if (!strong || first < 0) continue;
      const single = suits.find((suit) => suit !== trump && count(hands[first]!, `2${suit}`) === 1)!;
      return { first, single: `2${single}`, second, pair: `2${trump}`, throws: [`A${strong}`, `A${strong}`, `K${strong}`] };
    }
  }
  return null;
}

/** Skips deals without a declaration, until the cards are as wanted. */
async function dealUntil(table: string, guests: Guest[]): Promise<Wanted> {
  for (let deals = 0; deals < 150; deals++) {
    const { hand, version } = await view(table, guests[0]!);
    if (hand === null) await deal(table, guests[0]!);
    const wanted = find(await handsOf(table, guests));
    if (wanted) return { ...wanted, since: version };
    for (const { seat } of (await view(table, guests[0]!)).hand!.decisions) await act(table, guests[seat]!, { shengji: { type: "pass" } });
  }
  throw new Error("the cards did not come");
}

async function lift(page: Page, cards: string[]): Promise<void> {
  await page.keyboard.press("Escape");
  await expect(page.locator(".fan button[aria-pressed=true]")).toHaveCount(0);
  for (const [at, card] of cards.entries()) {
    const copy = cards.slice(0, at).filter((other) => other === card).length;
    const box = (await page.locator(".fan").getByRole("button", { name: new RegExp(`^${nameOf(card)}`) }).nth(copy).boundingBox())!;
    await page.mouse.click(box.x + 10, box.y + 20);
  }
  await expect(page.locator(".fan button[aria-pressed=true]")).toHaveCount(cards.length);
}

/** Two single cards of a side suit of which another player can beat one; null if the hand has none. */
function weakThrow(hands: State[], leader: number): string[] | null {
  const order = "3456789TJQKA";
  const best = (cards: string[]) => Math.max(-1, ...cards.map((card) => order.indexOf(card[0]!)));
  const held = (state: State, group: string) => state.hand!.find((holding) => holding.group === group)?.cards ?? [];
  for (const { group, cards } of hands[leader]!.hand!.filter(({ group }) => group !== "trump")) {
    const singles = cards.filter((card) => count(cards, card) === 1).sort((a, b) => best([a]) - best([b]));
    const isBeaten = hands.some((other, seat) => seat !== leader && best(held(other, group)) > best(singles.slice(0, 1)));
    if (singles.length >= 2 && isBeaten) return singles.slice(0, 2);
  }
  return null;
}

/** The others follow as they are advised, without their pages. */
async function follow(table: string, guests: Guest[], leader: number, places = [1, 2, 3]): Promise<void> {
  for (const at of places) {
    const seat = (leader + at) % 4;
    const options = await optionsOf(table, guests[seat]!);
    await act(table, guests[seat]!, { shengji: { type: "play", cards: (options as Schemas["ShengjiOptionsFollow"]).suggested } });
  }
}

async function playOut(table: string, guests: Guest[]): Promise<void> {
  for (;;) {
    const { hand } = await view(table, guests[0]!);
    if (!hand) return;
    const seat = hand.decisions[0]!.seat;
    const options = (await optionsOf(table, guests[seat]!)) as Schemas["ShengjiOptionsLead"];
    await act(table, guests[seat]!, { shengji: { type: "play", cards: options.suggested } });
  }
}

/** Levels, trump and points in the header are those that the server sends each player. */
async function expectHeader(pages: Watched[], table: string, guests: Guest[]): Promise<void> {
  for (const [seat, page] of pages.entries()) {
    const state = await stateOf(table, guests[seat]!);
    const { even, odd } = state.levels;
    await expect(page.locator(".levels dd"), `${seat}`).toHaveText(seat % 2 === 0 ? [even, odd] : [odd, even]);
    await expect(page.getByRole("img", { name: `${state.score?.points ?? state.points} points of 80` })).toBeVisible();
  }
}

/** The cards of the trick on the cloth are, play by play, those that the server sends each player. */
async function expectTrick(pages: Watched[], table: string, guests: Guest[]): Promise<void> {
  for (const [seat, page] of pages.entries()) {
    const { trick, last_trick } = await stateOf(table, guests[seat]!);
    const lies = trick && trick.plays.length > 0 ? trick : last_trick!;
    await expect.poll(async () => (await cardsIn(page, ".play")).sort(), `${seat}`).toEqual(lies.plays.flatMap(({ cards }) => cards).map(nameOf).sort());
  }
}

test("four contexts: declared, overturned, buried, a throw that stands and one that fails, to the next level", async ({ browser }) => {
  test.setTimeout(240_000);
  const guests = await Promise.all(["Ada", "Bob", "小明", "Dee"].map((name) => guest(name)));
  const table = await openTable(guests, { shengji: { card_millis: 0, declaring_seconds: 60 } }, byHand);
  const { since, first, single, second, pair, throws } = await dealUntil(table, guests);
  const pages = await pagesOf(browser, guests, `/t/${table}`);
  const heard = await Promise.all(pages.map((page) => overhear(page, since)));
  for (const page of pages) await expect(page.locator(".fan button")).toHaveCount(25);
  const hands = await handsOf(table, guests);
  for (const [seat, page] of pages.entries()) await expectSecret(page, heard[seat]!, hands[seat]!, besides(hands, seat));
  const groups: Record<string, string> = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };
  const suitOf = (card: string) => groups[card[1]!]!;

  await press(pages[first]!, suitOf(single));
  await press(pages[first]!, /^Declare/);
  for (const page of pages) await expect(page.locator(".declared .what")).toHaveText(suitOf(single));
  await press(pages[second]!, suitOf(pair));
  await press(pages[second]!, /^Declare/);
  for (const page of pages) await expect(page.locator(".declared .what")).toHaveText(`${suitOf(pair)} ×2`);
  for (const { seat } of (await view(table, guests[0]!)).hand!.decisions) await act(table, guests[seat]!, { shengji: { type: "pass" } });

  const page = pages[second]!;
  await expect(page.getByRole("heading", { name: "Bury 8 cards" })).toBeVisible();
  await expectGoodLooks(page, "burying");
  for (const other of pages.filter((each) => each !== page)) await expect(other.getByText(/buries the kitty/).first()).toBeVisible();
  // The cards to throw are kept.
  const { suggested } = (await optionsOf(table, guests[second]!)) as Schemas["ShengjiOptionsBury"];
  const kept = new Set(throws);
  const spare = cardsOf(await stateOf(table, guests[second]!)).filter((card) => !kept.has(card) && !suggested.includes(card) && !/^[2X]/.test(card) && card[1] !== pair[1]);
  const buried = suggested.map((card) => (kept.has(card) ? spare.pop()! : card));
  await lift(page, buried);
  await press(page, /^Bury/);
  for (const each of pages) await expect(each.getByRole("img", { name: suitOf(pair) }).first()).toBeVisible();
  await expectHeader(pages, table, guests);
  // Every player knows the declaration, and only the declarer knows the buried cards.
  const known = [single, pair];
  const after = await handsOf(table, guests);
  after[second]!.push(...buried);
  for (const [seat, each] of pages.entries()) await expectSecret(each, heard[seat]!, [...after[seat]!, ...known], besides(after, seat));

  await expect.poll(async () => (await stateOf(table, guests[0]!)).stage).toBe("playing");
  await lift(page, throws);
  await expect(page.getByText("A throw: it may fail")).toBeVisible();
  await press(page, /^Play 3/);
  for (const each of pages) await expect(each.locator(".play .card")).toHaveCount(3);
  expect((await stateOf(table, guests[0]!)).trick!.plays[0]!.cards).toHaveLength(3);
  await follow(table, guests, second, [1, 2]);
  await expectTrick(pages, table, guests);
  await follow(table, guests, second, [3]);

  let leader = await asked(table, guests);
  const findWeak = async () => weakThrow(await Promise.all(guests.map((each) => stateOf(table, each))), leader);
  let weak = await findWeak();
  for (; !weak; weak = await findWeak()) {
    const { suggested } = (await optionsOf(table, guests[leader]!)) as Schemas["ShengjiOptionsLead"];
    await act(table, guests[leader]!, { shengji: { type: "play", cards: suggested } });
    await follow(table, guests, leader);
    leader = await asked(table, guests);
  }
  await lift(pages[leader]!, weak);
  await press(pages[leader]!, /^Play 2/);
  // It is shown whole for a moment, then its forced part.
  await Promise.all(pages.map((each) => expect(each.locator(".play .word.red")).toHaveText("The throw fails")));
  for (const each of pages) await expect(each.locator(".play .card")).toHaveCount(1);
  await follow(table, guests, leader);

  await playOut(table, guests);
  const over = await view(table, guests[0]!);
  for (const each of pages) await expect(each.getByText(/(We|They) (take|hold) the deal/).first()).toBeVisible();
  await expectGoodLooks(pages[1]!, "result");
  for (const [seat, each] of pages.entries()) {
    const { score, declarer } = await stateOf(table, guests[seat]!);
    expect((await cardsIn(each, ".result .lower > .cards")).sort()).toEqual(score!.kitty.map(nameOf).sort());
    const { held } = score!.progress.won;
    const isOurs = (seat % 2 === declarer! % 2) === held;
    await expect(each.locator(".result h2")).toHaveText(`${isOurs ? "We" : "They"} ${held ? "hold" : "take"} the deal`);
    await expect(each.locator(".result .points")).toHaveText(`${score!.points}`);
  }
  await expectHeader(pages, table, guests);
  expect(shown(over).score).not.toBeNull();
  await deal(table, guests[0]!);
  await expect.poll(async () => (await stateOf(table, guests[0]!)).stage).toBe("declaring");
  await expectHeader(pages, table, guests);
  const { won } = shown(over).score!.progress;
  const { even, odd } = (await stateOf(table, guests[0]!)).levels;
  if (won.levels > 0) expect([even, odd]).not.toEqual(["2", "2"]);
  expect(pages.flatMap(({ complaints }) => complaints)).toEqual([]);
  await close(pages);
});
