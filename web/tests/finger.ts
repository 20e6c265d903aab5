import { expect, type Browser } from "@playwright/test";
import { site, watch, type Watched } from "./players";

/** A control that a finger can press: its position and its name. */
interface Target {
  name: string;
  x: number;
  y: number;
}

/**
 * A person at a page: presses at coordinates only, on the control that is there. A control that something else covers, or that is
 * too small for a finger, cannot be pressed, and the test fails with that reason.
 */
export class Finger {
  constructor(
    readonly page: Watched,
    private readonly touches: boolean,
  ) {}

  /** A newcomer on a fresh device. */
  static async at(browser: Browser, path: string, device: "phone" | "desktop" = "phone", base = site): Promise<Finger> {
    const touches = device === "phone";
    const viewport = touches ? { width: 390, height: 844 } : { width: 1280, height: 800 };
    const context = await browser.newContext({ viewport, hasTouch: touches, locale: "en-GB" });
    const page = watch(await context.newPage());
    await page.goto(base + path);
    return new Finger(page, touches);
  }

  /** Presses the control of this name once it is there and has stood still for as long as new keys are deaf. */
  async press(name: string | RegExp, within = "body"): Promise<void> {
    for (const end = Date.now() + 30_000; ; ) {
      const found = await this.#find(name, within);
      await this.page.waitForTimeout(typeof found === "string" ? 100 : 300);
      const target = await this.#find(name, within);
      const stands = typeof found === "object" && typeof target === "object" && found.x === target.x && found.y === target.y;
      if (stands) return this.pressAt(target.x, target.y);
      if (Date.now() > end) throw new Error(`${name} cannot be pressed: ${typeof target === "string" ? target : "it does not stand still"}`);
    }
  }

  /** Whether a control of this name can be pressed now. */
  async can(name: string | RegExp, within = "body"): Promise<boolean> {
    return typeof (await this.#find(name, within)) === "object";
  }

  /** Presses one of these, the first that can be pressed; which. */
  async pressAny(names: (string | RegExp)[], within = "body"): Promise<string | null> {
    for (const name of names) {
      const target = await this.#find(name, within);
      if (typeof target === "string") continue;
      await this.pressAt(target.x, target.y);
      return target.name;
    }
    return null;
  }

  async pressAt(x: number, y: number): Promise<void> {
    await (this.touches ? this.page.touchscreen.tap(x, y) : this.page.mouse.click(x, y));
  }

  /** Types into the field of this name, and replaces its text. */
  async type(name: string | RegExp, text: string): Promise<void> {
    await this.press(name);
    await this.page.keyboard.press("ControlOrMeta+a");
    await this.page.keyboard.type(text);
  }

  async see(text: string | RegExp, seconds = 20): Promise<void> {
    await expect(this.page.getByText(text).filter({ visible: true }).first()).toBeVisible({ timeout: seconds * 1_000 });
  }

  /** The keys in the thumb's zone and in an open sheet that could be pressed now. */
  keys(within = ".zone, dialog[open]", kind = "button, a"): Promise<Target[]> {
    return this.page.evaluate(([within, kind]) => {
      const found: { name: string; x: number; y: number }[] = [];
      for (const each of document.querySelectorAll<HTMLElement>(`:is(${within}) :is(${kind}):not(:disabled)`)) {
        if (each.closest(".fan")) continue;
        const { x, y, width, height } = each.getBoundingClientRect();
        const middle = { x: x + width / 2, y: y + height / 2 };
        const top = document.elementFromPoint(middle.x, middle.y);
        if (width > 0 && top && each.contains(top)) found.push({ name: each.getAttribute("aria-label") ?? each.innerText.trim(), ...middle });
      }
      return found;
    }, [within, kind] as const);
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }

  /** The position at which a control of this name can be pressed, or why it cannot. */
  async #find(name: string | RegExp, within: string): Promise<Target | string> {
    const isPattern = name instanceof RegExp;
    const text = isPattern ? name.source : name;
    return this.page.evaluate(
      ({ text, flags, within }) => {
        const isName = (spoken: string) => (flags === null ? spoken === text : new RegExp(text, flags).test(spoken));
        const open = [...document.querySelectorAll("dialog[open]")].at(-1);
        const around: Element[] = open && within === "body" ? [open] : [...document.querySelectorAll(within)];
        let why = "it is not there";
        for (const root of around) {
          for (const each of root.querySelectorAll<HTMLElement>("button, a[href], input, select, [role=button], [role=switch], [role=radio]")) {
            const label = each instanceof HTMLInputElement ? (each.labels?.[0]?.innerText ?? each.placeholder) : "";
            const spoken = (each.getAttribute("aria-label") ?? (label || each.innerText) ?? "").replace(/\s+/g, " ").trim();
            if (!isName(spoken)) continue;
            if (each.matches(":disabled")) {
              why = "it is disabled";
              continue;
            }
            each.scrollIntoView({ block: "center", behavior: "instant" });
            const box = each.getBoundingClientRect();
            const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
            const top = document.elementFromPoint(middle.x, middle.y);
            if (top && (each.contains(top) || top.contains(each.querySelector("input")))) return { name: spoken, ...middle };
            why = top ? `${top.tagName}.${top.getAttribute("class")} lies over it` : "it is out of the screen";
          }
        }
        return why;
      },
      { text, flags: isPattern ? name.flags : null, within },
    );
  }
}

/**
 * Answers each decision with a finger: a hint and the key after it, or the key that goes on. An open sheet is closed first, except
 * for the choice of what wild cards stand for. Returns the pressed control.
 */
export async function playOnce(finger: Finger): Promise<string | null> {
  const { page } = finger;
  const asks = page.locator("dialog[open]").filter({ hasText: "What shall it be?" });
  if (await asks.isVisible()) return finger.pressAny([/./], "dialog[open] li");
  if (await page.locator("dialog[open]").first().isVisible()) return finger.pressAny(["Close"]);
  // A choice ahead of one's turn is a key that stays pressed.
  const keys = await finger.keys(".zone .keys .last", "button:not([aria-pressed])");
  const named = (pattern: RegExp) => keys.find(({ name }) => pattern.test(name));
  const chosen =
    named(/^(Play|Bury)/) ?? named(/^Hint/) ?? named(/^(Check|Call|Bid 3|Declare)/) ?? named(/^(Pass|Nothing|Fold)/) ?? keys.at(-1);
  if (!chosen) return null;
  await finger.pressAt(chosen.x, chosen.y);
  await page.waitForTimeout(350);
  return chosen.name;
}
