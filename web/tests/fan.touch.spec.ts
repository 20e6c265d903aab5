import { expect, type Browser, type CDPSession, type Page } from "@playwright/test";
import { asked, deal, guest, makeLandlord, openTable, pageOf, tabTo } from "./players";
import { test } from "./test";

interface Point {
  x: number;
  y: number;
}

/** Real touches: fingers on the glass, each by its number. */
class Fingers {
  readonly #down = new Map<number, Point>();

  private constructor(private readonly session: CDPSession) {}

  static async on(page: Page): Promise<Fingers> {
    return new Fingers(await page.context().newCDPSession(page));
  }

  async put(finger: number, at: Point): Promise<void> {
    this.#down.set(finger, at);
    await this.#send("touchStart");
  }

  /** Through the positions between: a finger does not jump. */
  async slide(finger: number, to: Point): Promise<void> {
    const { x, y } = this.#down.get(finger)!;
    for (let step = 1; step <= 6; step++) {
      this.#down.set(finger, { x: x + ((to.x - x) * step) / 6, y: y + ((to.y - y) * step) / 6 });
      await this.#send("touchMove");
    }
  }

  async lift(): Promise<void> {
    this.#down.clear();
    await this.#send("touchEnd");
  }

  /** As when a call comes in. */
  async cancel(): Promise<void> {
    this.#down.clear();
    await this.#send("touchCancel");
  }

  async tap(at: Point): Promise<void> {
    await this.put(0, at);
    await this.lift();
  }

  async #send(type: "touchStart" | "touchMove" | "touchEnd" | "touchCancel"): Promise<void> {
    const touchPoints = [...this.#down].map(([id, at]) => ({ id, ...at }));
    await this.session.send("Input.dispatchTouchEvent", { type, touchPoints });
  }
}

/** A page whose player leads at Dou Dizhu, with all the cards in the fan. */
async function leader(browser: Browser): Promise<Page> {
  const guests = await Promise.all(["Ada", "Bob", "Cid"].map((name) => guest(name)));
  const table = await openTable(guests, { doudizhu: { stake: 1, card_millis: 0 } }, { decision_seconds: 300, dealing: { type: "by_hand" } });
  await deal(table, guests[0]!);
  const seat = await asked(table, guests);
  await makeLandlord(table, guests, seat);
  const page = await pageOf(browser, guests[seat]!, `/t/${table}`, { motion: "off" });
  await expect(page.locator(".fan button")).toHaveCount(20);
  return page;
}

/** The position of each card's index, row by row, while none is lifted. */
async function placesIn(page: Page): Promise<{ at: Point[]; second: number }> {
  await expectLifted(page, []);
  const at = await page.locator(".fan button").evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect()).map(({ x, y }) => ({ x: x + 10, y: y + 20 })));
  return { at, second: at.findIndex(({ y }) => y > at[0]!.y) };
}

const expectLifted = (page: Page, cards: number[]) =>
  expect.poll(() => page.locator(".fan button").evaluateAll((all) => all.flatMap((card, at) => (card.ariaPressed === "true" ? [at] : [])))).toEqual(cards);

/** Which cards are lifted once a slide has ended: the play among those that it crossed, or all of them. */
async function liftedAmong(page: Page, crossed: number[]): Promise<number[]> {
  // Until the server's answer says what can be played.
  await page.waitForTimeout(800);
  const lifted = await page.locator(".fan button").evaluateAll((all) => all.flatMap((card, at) => (card.ariaPressed === "true" ? [at] : [])));
  expect(lifted.length).toBeGreaterThan(0);
  expect(lifted.filter((card) => !crossed.includes(card))).toEqual([]);
  return lifted;
}

const span = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

test("fingers: a tap lifts, a slide lifts all that it crosses and back undoes it, in a row and across rows; upwards plays", async ({ browser }) => {
  const page = await leader(browser);
  const fingers = await Fingers.on(page);
  for (const width of [320, 390, 430, 768]) {
    await page.setViewportSize({ width, height: 844 });
    await page.waitForTimeout(200);
    const { at, second } = await placesIn(page);
    await fingers.tap(at[0]!);
    await expectLifted(page, [0]);
    await fingers.tap(at[0]!);
    await expectLifted(page, []);
    await fingers.put(0, at[0]!);
    await fingers.slide(0, at[3]!);
    await expectLifted(page, span(0, 3));
    await fingers.slide(0, at[1]!);
    await expectLifted(page, [0, 1]);
    await fingers.lift();
    await liftedAmong(page, [0, 1]);
    await page.keyboard.press("Escape");
    // A slide from a lifted card lowers the cards that it crosses.
    await fingers.tap(at[0]!);
    await fingers.tap(at[1]!);
    await fingers.put(0, at[1]!);
    await fingers.slide(0, at[0]!);
    await fingers.lift();
    await expectLifted(page, []);
    // Across rows.
    await fingers.put(0, at[2]!);
    await fingers.slide(0, at[second + 2]!);
    await expectLifted(page, span(2, second + 2));
    await fingers.slide(0, at[4]!);
    await expectLifted(page, [2, 3, 4]);
    await fingers.lift();
    await liftedAmong(page, [2, 3, 4]);
    await page.keyboard.press("Escape");
  }
  const { at } = await placesIn(page);
  await fingers.put(0, at[19]!);
  await fingers.slide(0, { x: at[19]!.x, y: at[0]!.y - 200 });
  await fingers.lift();
  await expect(page.locator(".fan button")).toHaveCount(19);
});

test("a second finger changes nothing, and a touch that is taken away undoes its slide", async ({ browser }) => {
  const page = await leader(browser);
  const fingers = await Fingers.on(page);
  const { at, second } = await placesIn(page);
  await fingers.put(0, at[0]!);
  await fingers.slide(0, at[2]!);
  await fingers.put(1, at[second + 1]!);
  await fingers.slide(1, at[second + 4]!);
  await expectLifted(page, span(0, 2));
  await fingers.slide(0, at[3]!);
  await expectLifted(page, span(0, 3));
  await fingers.lift();
  const kept = await liftedAmong(page, span(0, 3));
  await fingers.put(0, at[5]!);
  await fingers.slide(0, at[8]!);
  await expectLifted(page, [...kept, ...span(5, 8)]);
  await fingers.cancel();
  await expectLifted(page, kept);
  // The fan is as it was: the next finger is heard.
  await fingers.tap(at[6]!);
  await expectLifted(page, [...kept, 6]);
});

test("with a mouse: a click lifts, a drag lifts the cards that it crosses, with shift a span; by keys: arrows move, space lifts, Enter plays", async ({ browser }) => {
  const page = await leader(browser);
  const { at } = await placesIn(page);
  await page.mouse.click(at[1]!.x, at[1]!.y);
  await expectLifted(page, [1]);
  await page.keyboard.down("Shift");
  await page.mouse.click(at[4]!.x, at[4]!.y);
  await page.keyboard.up("Shift");
  await expectLifted(page, span(1, 4));
  await page.keyboard.press("Escape");
  await expectLifted(page, []);
  await page.mouse.move(at[0]!.x, at[0]!.y);
  await page.mouse.down();
  await page.mouse.move(at[3]!.x, at[3]!.y, { steps: 8 });
  await expectLifted(page, span(0, 3));
  await page.mouse.up();
  await liftedAmong(page, span(0, 3));
  await page.keyboard.press("Escape");
  await tabTo(page, page.locator(".fan button[tabindex='0']"));
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press(" ");
  await expectLifted(page, [18]);
  await page.keyboard.press(" ");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press(" ");
  await expectLifted(page, [19]);
  await page.keyboard.press("Enter");
  await expect(page.locator(".fan button")).toHaveCount(19);
});
