import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** What axe finds, in the dark and in the light. */
export async function axe(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await new AxeBuilder({ page: page as never }).setLegacyMode().analyze();
    found.push(...violations.map(({ id, nodes }) => `${colorScheme} ${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`));
  }
  return found;
}

/** What ends beyond the width that was asked for: a phone's browser would widen its layout, and hide it. */
export function overflowing(page: Page, width: number): Promise<string[]> {
  return page.evaluate((width) => {
    const isOut = (box: DOMRect) => box.width > 0 && box.height > 0 && (box.right > width + 1 || box.left < -1);
    return [...document.querySelectorAll("body *")]
      .filter((each) => !each.closest(".aloud, svg, .clock") && isOut(each.getBoundingClientRect()))
      .map((each) => `${each.tagName}.${each.getAttribute("class")}`);
  }, width);
}

/**
 * Targets of a table that lie on each other, so that neither could be hit for sure, and those that are not within the screen,
 * since a table does not scroll. Cards of a fan lie on each other by design: the fan is one.
 */
export function misplaced(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const targets = [...document.querySelectorAll("button, a, input, .fan[role=group]")].filter((each) => !each.parentElement!.closest(".fan[role=group], .aloud") && (each as HTMLElement).offsetParent);
    const boxes = targets.map((each) => ({ each, box: each.getBoundingClientRect() })).filter(({ box }) => box.width > 1);
    const nameOf = (each: Element) => each.getAttribute("aria-label") ?? each.textContent?.trim();
    const found = boxes.filter(({ each, box }) => each.closest(".zone") && (box.top < -1 || box.bottom > innerHeight + 1)).map(({ each }) => `${nameOf(each)} is out of the screen`);
    for (const [at, one] of boxes.entries()) {
      for (const other of boxes.slice(at + 1)) {
        if (one.each.contains(other.each) || other.each.contains(one.each)) continue;
        const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        if (wide > 1 && high > 1) found.push(`${nameOf(one.each)} lies on ${nameOf(other.each)}`);
      }
    }
    return found;
  });
}

/**
 * Own cards and sentences of a table that something else lies on: the middle of each, and the lower edge of a card, are looked at.
 * And names of seats that share their place with another seat's cards: light on light, whichever lies on top.
 */
export function covered(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    for (const each of document.querySelectorAll<HTMLElement>(".cloth h2, .cloth p, .zone .made, .zone .own .card")) {
      const box = each.getBoundingClientRect();
      if (box.width < 2 || box.height < 2 || getComputedStyle(each).visibility === "hidden" || !each.textContent?.trim()) continue;
      const heights = each.matches(".card") ? [box.top + box.height / 2, box.bottom - 4] : [box.top + box.height / 2];
      for (const y of heights) {
        const top = document.elementFromPoint(box.left + box.width / 2, y);
        if (top && !top.matches(".zone") && !each.contains(top) && !top.contains(each)) found.push(`${each.textContent.trim()} lies under ${top.tagName}.${top.getAttribute("class")}`);
      }
    }
    for (const name of document.querySelectorAll(".cloth .seat .name")) {
      const box = name.getBoundingClientRect();
      for (const card of document.querySelectorAll(".cloth .card")) {
        const other = card.getBoundingClientRect();
        const [wide, high] = [Math.min(box.right, other.right) - Math.max(box.left, other.left), Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top)];
        if (wide > 2 && high > 2) found.push(`the name ${name.textContent!.trim()} shares its place with ${card.textContent!.trim()}`);
      }
    }
    return found;
  });
}

/** At the sizes of phones nothing is beyond the edge; and axe finds nothing. */
export async function expectGoodLooks(page: Page, what: string): Promise<void> {
  const before = page.viewportSize()!;
  // What has just been opened comes up first.
  await page.waitForTimeout(400);
  for (const [width, height] of [[320, 568], [390, 844]] as const) {
    await page.setViewportSize({ width, height });
    await page.waitForTimeout(150);
    expect.soft(await overflowing(page, width), `${what} ${width}`).toEqual([]);
  }
  expect.soft(await axe(page), what).toEqual([]);
  await page.setViewportSize(before);
}
