import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import type { Watched } from "./players";

/** The findings of axe, in the dark and in the light. */
export async function axe(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await new AxeBuilder({ page: page as never }).setLegacyMode().analyze();
    found.push(...violations.map(({ id, nodes }) => `${colorScheme} ${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`));
  }
  return found;
}

/**
 * Waits until the page is at rest: its scripts and fonts are loaded, nothing moves, and no element has another position or
 * size than 50 ms before, and 50 ms before that. A page that does not come to rest is used as it is after a while.
 */
export async function rest(page: Page): Promise<void> {
  const { loading } = page as Partial<Watched>;
  for (let tries = 0; tries < 5; tries++) {
    await page.evaluate(async () => {
      const isMoving = () => document.getAnimations().some((each) => each.playState === "running" && each.effect?.getComputedTiming().endTime !== Infinity);
      const layout = () => {
        const places = [...document.querySelectorAll("body *")].map((each) => each.getBoundingClientRect());
        return places.map(({ x, y, width, height }) => [x, y, width, height].join(" ")).join();
      };
      await document.fonts.ready;
      // Twice: a script that measures or loads for a new size comes after the first.
      for (let [was, same, tries] = [layout(), 0, 0]; same < 2 && tries < 100; tries++) {
        await new Promise((wake) => setTimeout(() => requestAnimationFrame(wake), 50));
        const is = layout();
        same = is === was && !isMoving() ? same + 1 : 0;
        was = is;
      }
    });
    if (!loading?.size) return;
    await page.waitForTimeout(100);
  }
}

/** Elements of a page at rest beyond the width of the viewport: a phone's browser would widen its layout, and hide them. */
export function overflowing(page: Page, width: number): Promise<string[]> {
  return page.evaluate((width) => {
    const isOut = (box: DOMRect) => box.width > 0 && box.height > 0 && (box.right > width + 1 || box.left < -1);
    return [...document.querySelectorAll("body *")]
      .filter((each) => !each.closest(".aloud, svg, .clock") && isOut(each.getBoundingClientRect()))
      .map((each) => `${each.tagName}.${each.getAttribute("class")}`);
  }, width);
}

/**
 * Of a page at rest: targets of a table that lie on each other, so that neither could be hit for sure, and those that are not within the screen,
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
 * Of a page at rest: own cards and sentences of a table that another element covers, at the middle of each and at the lower edge of a card.
 * The touch area of a dotted word beyond its letters does not count.
 * And names of seats that overlap another seat's cards: light on light, whichever is on top.
 */
export function covered(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    for (const each of document.querySelectorAll<HTMLElement>(".cloth h2, .cloth p, .zone .made, .zone .own .card")) {
      const box = each.getBoundingClientRect();
      if (box.width < 2 || box.height < 2 || getComputedStyle(each).visibility === "hidden" || !each.textContent?.trim()) continue;
      // Cards of a play lie on each other by design: each shows its left edge.
      const x = each.closest(".run, .spread") ? box.left + 6 : box.left + box.width / 2;
      const heights = each.matches(".card") ? [box.top + box.height / 2, box.bottom - 4] : [box.top + box.height / 2];
      const hasLetters = (term: Element, y: number) => [...term.getClientRects()].some((line) => x >= line.left && x <= line.right && y >= line.top && y <= line.bottom);
      for (const y of heights) {
        const top = document.elementFromPoint(x, y);
        if (!top || top.matches(".zone") || (top.matches(".term") && !hasLetters(top, y))) continue;
        if (!each.contains(top) && !top.contains(each)) found.push(`${each.textContent.trim()} lies under ${top.tagName}.${top.getAttribute("class")}`);
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

/**
 * The overlap law, of a page at rest: each visible and enabled control is the element that a finger finds at its centre and at four points
 * within it, offers at least 44 × 44 px, and is not cut. A fan of cards is one control; a link or a dotted word within a sentence may
 * be as small as its words; what lies behind an open sheet, or on the cloth under what the guide explains, is left out. What scrolls is scrolled to, and left where it was.
 */
export function deadControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const least = 44;
    const found: string[] = [];
    const sheet = [...document.querySelectorAll("dialog[open]")].at(-1);
    const controls = "button, a[href], input, select, textarea, [role=button], [role=radio], [role=switch], [role=tab], [role=slider], .fan[role=group]";
    const wordsOf = (each: Element) => `${each.tagName.toLowerCase()} "${(each.getAttribute("aria-label") ?? each.textContent ?? "").trim().slice(0, 40)}"`;
    const namesOf = (each: Element | null) => (each ? `${each.tagName}.${(each.getAttribute("class") ?? "").replace(/ ?svelte-\w+/g, "")}` : "nothing");
    const isScroller = (each: Element) => {
      const { overflowY, overflowX } = getComputedStyle(each);
      return (/auto|scroll/.test(overflowY) && each.scrollHeight > each.clientHeight + 1) || (/auto|scroll/.test(overflowX) && each.scrollWidth > each.clientWidth + 1);
    };
    const ancestors = (each: Element) => {
      const all: Element[] = [];
      for (let at = each.parentElement; at; at = at.parentElement) all.push(at);
      return all;
    };
    /** Its clips: a box between it and its containing block does not clip it. */
    const cutsOf = (each: Element) => {
      const cuts: Element[] = [];
      let { position } = getComputedStyle(each);
      for (const at of ancestors(each)) {
        if (at.matches("html, body")) break;
        const style = getComputedStyle(at);
        const turns = [style.transform, style.translate, style.rotate, style.scale, style.perspective, style.filter, style.backdropFilter].some((value) => value !== "none");
        const holds = turns || /paint|layout|strict|content/.test(style.contain) || (position !== "fixed" && style.position !== "static");
        if (/absolute|fixed/.test(position) && !holds) continue;
        if (style.overflow !== "visible" && style.display !== "inline") cuts.push(at);
        position = style.position;
      }
      return cuts;
    };
    const root = document.scrollingElement!;
    const explained = document.querySelector(".guide .bubble:has(.head [aria-expanded=true])")?.getBoundingClientRect();
    const isExplainedOver = (each: Element) => {
      const { left, top, width, height } = each.getBoundingClientRect();
      // With the touch area beyond the drawn one.
      const [x, y, beside, above] = [left + width / 2, top + height / 2, Math.max(least, width) / 2, Math.max(least, height) / 2];
      return explained && each.closest(".cloth") && x - beside < explained.right && x + beside > explained.left && y - above < explained.bottom && y + above > explained.top;
    };
    for (const each of document.querySelectorAll<HTMLElement>(controls)) {
      if (sheet && !sheet.contains(each)) continue;
      if (each.matches(":disabled, [aria-disabled=true], .scrim, [hidden]") || each.closest(".aloud, [inert]") || each.parentElement!.closest(".fan[role=group]")) continue;
      const isShown = each.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      if (!isShown || each.getBoundingClientRect().width < 2 || isExplainedOver(each)) continue;
      const label = each.matches("input, select, textarea") ? each.closest("label") : null;
      const isTarget = (hit: Element | null) => hit !== null && (each.contains(hit) || label?.contains(hit) === true || (hit instanceof HTMLLabelElement && hit.control === each));

      // Only what a finger could scroll: the inside of a box that hides its overflow does not move.
      const above = ancestors(each);
      const scrollers = [...above.filter((one) => one !== root && one !== document.body && isScroller(one)), ...(root.scrollHeight > innerHeight + 1 ? [root] : [])];
      const before = scrollers.map((one) => [one, one.scrollTop, one.scrollLeft] as const);
      for (const one of scrollers) {
        const outer = one === root ? { top: 0, left: 0, height: innerHeight, width: innerWidth } : one.getBoundingClientRect();
        const inner = each.getBoundingClientRect();
        one.scrollTop += inner.top + inner.height / 2 - (outer.top + outer.height / 2);
        one.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2);
      }

      const wordsBeside = (each.parentElement?.textContent?.trim().length ?? 0) - (each.textContent?.trim().length ?? 0);
      const isWord = each.matches(".term") ? wordsBeside > 0 : each.matches("a") && getComputedStyle(each).display === "inline" && wordsBeside > 4;
      const box = (isWord ? each.getClientRects()[0] : (label ?? each).getBoundingClientRect())!;
      const own = each.getBoundingClientRect();
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      const complain = (what: string) => found.push(`${wordsOf(each)} ${what}`);
      const at = (x: number, y: number) => document.elementFromPoint(x, y);

      const points = [[x, y], ...[0.2, 0.8].flatMap((right) => [0.2, 0.8].map((down) => [box.left + box.width * right, box.top + box.height * down]))] as [number, number][];
      const missed = points.find(([x, y]) => !isTarget(at(x, y)));
      if (missed) complain(`lies under ${namesOf(at(...missed))} at ${missed.map(Math.round).join(" ")}`);
      // A finger may find more of it than is drawn.
      const half = least / 2 - 0.5;
      const isWide = box.width >= least - 0.5 || (isTarget(at(x - half, y)) && isTarget(at(x + half, y)));
      const isHigh = box.height >= least - 0.5 || (isTarget(at(x, y - half)) && isTarget(at(x, y + half)));
      if (!isWord && !(isWide && isHigh)) complain(`is ${Math.round(box.width)} × ${Math.round(box.height)}`);
      const isCut = (edge: DOMRect | { left: number; top: number; right: number; bottom: number }) => own.left < edge.left - 1 || own.top < edge.top - 1 || own.right > edge.right + 1 || own.bottom > edge.bottom + 1;
      const cut = cutsOf(each).find((one) => isCut(one.getBoundingClientRect()));
      if (cut) complain(`is cut by ${namesOf(cut)}`);
      else if (isCut({ left: 0, top: 0, right: innerWidth, bottom: innerHeight })) complain(`is cut by the screen: ${[own.left, own.top, own.right, own.bottom].map(Math.round).join(" ")}`);
      if (each.matches(".fan")) {
        for (const card of each.querySelectorAll("button")) {
          const { left, top } = card.getBoundingClientRect();
          if (!isTarget(at(left + 12, top + 16))) complain(`has ${card.textContent?.trim()} under ${namesOf(at(left + 12, top + 16))}`);
        }
      }
      for (const [one, top, left] of before) [one.scrollTop, one.scrollLeft] = [top, left];
    }
    return found;
  });
}

/**
 * Words of a page that lie over other words, each line taken as wide and high as its letters; while a sheet is open, the words in it.
 * Toasts come over whatever is there, for a moment; what is inert, or on the cloth under what the guide explains, lies behind something. What scrolls goes under what sticks to the edge of the sheet.
 */
export function crossedWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.querySelector(".table") ?? document.querySelector("main");
    if (!root) return [];
    const words: { of: Element; text: string; left: number; top: number; right: number; bottom: number; sticks: Element | null }[] = [];
    const explained = document.querySelector(".guide .bubble:has(.head [aria-expanded=true])")?.getBoundingClientRect();
    const sticks = new Set([...root.querySelectorAll("*")].filter((each) => getComputedStyle(each).position === "sticky"));
    const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      const node = walk.currentNode;
      const of = node.parentElement!;
      if (!node.textContent?.trim() || of.closest(".aloud, .card, .side, svg, .toasts, [inert]") || !of.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const clips: DOMRect[] = [];
      let stuck: Element | null = null;
      for (let at: Element | null = of; at && at !== root; at = at.parentElement) {
        if (getComputedStyle(at).overflow !== "visible") clips.push(at.getBoundingClientRect());
        if (sticks.has(at)) stuck = at;
      }
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const line of range.getClientRects()) {
        const [left, right] = [Math.max(line.left, ...clips.map((clip) => clip.left)), Math.min(line.right, ...clips.map((clip) => clip.right))];
        const [top, bottom] = [Math.max(line.top, ...clips.map((clip) => clip.top)), Math.min(line.bottom, ...clips.map((clip) => clip.bottom))];
        if (explained && of.closest(".cloth") && left < explained.right && right > explained.left && top < explained.bottom && bottom > explained.top) continue;
        // The line is higher than its letters.
        const air = Math.max(0, (bottom - top - parseFloat(getComputedStyle(of).fontSize)) / 2);
        if (right - left > 2 && bottom - top > 4) words.push({ of, text: node.textContent.trim(), left, top: top + air, right, bottom: bottom - air, sticks: stuck });
      }
    }
    const found = new Set<string>();
    for (const [at, one] of words.entries()) {
      for (const other of words.slice(at + 1)) {
        if (one.of === other.of || one.sticks !== other.sticks) continue;
        const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
        const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
        if (wide > 2 && high > 2) found.add(`"${one.text.slice(0, 30)}" lies over "${other.text.slice(0, 30)}"`);
      }
    }
    return [...found];
  });
}

/**
 * The sentence of a dotted word that was pressed, over everything else for a moment: it is within the screen, shows all of its words,
 * leaves the word itself readable, and nothing covers it.
 */
export function cutSentences(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const boxes = [...document.querySelectorAll<HTMLElement>(".box:popover-open")];
    if (boxes.length !== 1) return [`${boxes.length} sentences of dotted words are open`];
    return boxes.flatMap((box) => {
      const { left, top, right, bottom } = box.getBoundingClientRect();
      const name = `"${box.textContent.trim().slice(0, 30)}"`;
      const found: string[] = [];
      if (!box.textContent.trim()) found.push("a sentence has no words");
      if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) found.push(`${name} is cut by the screen: ${[left, top, right, bottom].map(Math.round).join(" ")}`);
      if (box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1) found.push(`${name} does not show all of its words`);
      for (const [x, y] of [[left + 8, top + 8], [right - 8, top + 8], [left + 8, bottom - 8], [right - 8, bottom - 8]] as const) {
        if (document.elementFromPoint(x, y) !== box) found.push(`something lies over ${name} at ${Math.round(x)} ${Math.round(y)}`);
      }
      const lines = [...document.querySelectorAll(".term[aria-expanded=true]")].flatMap((word) => [...word.getClientRects()]);
      if (lines.some((line) => line.left < right && line.right > left && line.top < bottom && line.bottom > top)) found.push(`${name} lies over its word`);
      return found;
    });
  });
}

/** At the sizes of phones nothing is beyond the edge; and axe finds nothing. */
export async function expectGoodLooks(page: Page, what: string): Promise<void> {
  const before = page.viewportSize()!;
  // The last opened element is on top.
  await page.waitForTimeout(400);
  for (const [width, height] of [[320, 568], [390, 844]] as const) {
    await page.setViewportSize({ width, height });
    await rest(page);
    expect.soft(await overflowing(page, width), `${what} ${width}`).toEqual([]);
  }
  expect.soft(await axe(page), what).toEqual([]);
  await page.setViewportSize(before);
}
