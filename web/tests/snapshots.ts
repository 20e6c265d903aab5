import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, type Browser, type Page } from "@playwright/test";

const folder = fileURLToPath(new URL("./snapshots/", import.meta.url));

/** `RENEW=1` accepts the present views. */
const renews = process.env.RENEW !== undefined;

/** By how many pixels a box may be elsewhere: browsers of other versions round otherwise. */
const slack = 2;

/** Reads or writes a file of the snapshots. */
export const fileOf = (name: string) => join(folder, name);

export function keep(name: string, content: string | Buffer): void {
  mkdirSync(dirname(fileOf(name)), { recursive: true });
  writeFileSync(fileOf(name), content);
}

/**
 * A page as text: each visible or pressable element by its position and size, words, colours and type, in the
 * order of the document.
 */
export function looksOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const lines: string[] = [];
    const hex = (colour: string) => {
      const [red, green, blue, alpha = 1] = (/^rgba?\((.*)\)$/.exec(colour)?.[1] ?? "").split(/[ ,/]+/).map(Number);
      if (blue === undefined) return colour.replace(/\d\.\d+/g, (digits) => Number(digits).toFixed(2));
      const text = [red!, green!, blue].map((part) => Math.round(part).toString(16).padStart(2, "0")).join("");
      return alpha === 1 ? text : `${text}/${alpha.toFixed(2)}`;
    };
    const walk = (each: Element) => {
      const style = getComputedStyle(each);
      if (style.display === "none" || each.matches(".clock, script, style, template, dialog:not([open])")) return;
      const { x, y, width, height } = each.getBoundingClientRect();
      const isGraphic = each instanceof SVGElement;
      const text = isGraphic ? "" : [...each.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ textContent }) => textContent!.trim()).filter(Boolean).join(" ");
      const hasGround = style.backgroundColor !== "rgba(0, 0, 0, 0)" || style.backgroundImage !== "none";
      const isShown = style.visibility === "visible" && width > 0 && height > 0;
      if (isShown && (text || hasGround || isGraphic || style.boxShadow !== "none" || each.matches("button, input, a, h1, h2"))) {
        const classes = [...each.classList].filter((name) => !name.startsWith("svelte-")).map((name) => `.${name}`).join("");
        const parts = [`${each.tagName.toLowerCase()}${classes}`, [x, y + scrollY, width, height].map(Math.round).join(" ")];
        if (text) parts.push(JSON.stringify(text), `${hex(style.color)} ${style.fontWeight} ${style.fontSize}`);
        else if (isGraphic) parts.push(each.querySelector("use")?.getAttribute("href") ?? "", hex(style.fill === "none" ? style.stroke : style.fill));
        if (each instanceof HTMLInputElement) parts.push(JSON.stringify(each.value.replace(location.origin, "")));
        if (hasGround) parts.push(`on ${style.backgroundImage === "none" ? hex(style.backgroundColor) : style.backgroundImage.split("(")[0]}`);
        if (style.opacity !== "1") parts.push(`opacity ${style.opacity}`);
        if (each.matches(":disabled")) parts.push("disabled");
        for (const state of ["ariaPressed", "ariaChecked", "ariaSelected"] as const) if (each[state] === "true") parts.push("chosen");
        lines.push(parts.filter(Boolean).join("  "));
      }
      if (!isGraphic) for (const child of each.children) walk(child);
    };
    walk(document.body);
    return `${lines.join("\n")}\n`;
  });
}

/** A line without its numbers of the box, and those. */
function boxOf(line: string): { rest: string; box: number[] } {
  const [name = "", box = "", ...rest] = line.split("  ");
  return { rest: [name, ...rest].join("  "), box: box.split(" ").map(Number) };
}

/** The lines in which two texts differ by more than a little. */
export function differences(was: string, is: string): string[] {
  const [before, after] = [was, is].map((text) => text.trimEnd().split("\n")) as [string[], string[]];
  const isSame = (one: string, other: string) => {
    const [here, there] = [boxOf(one), boxOf(other)];
    return here.rest === there.rest && here.box.every((number, at) => Math.abs(number - there.box[at]!) <= slack);
  };
  const found: string[] = [];
  let at = 0;
  // Equal lines are skipped; after a difference, the next pair of equal lines is searched.
  for (let here = 0; here < before.length || at < after.length; ) {
    if (here < before.length && at < after.length && isSame(before[here]!, after[at]!)) {
      here += 1;
      at += 1;
      continue;
    }
    const gone = before.slice(here).findIndex((line) => at < after.length && isSame(line, after[at]!));
    const come = after.slice(at).findIndex((line) => here < before.length && isSame(before[here]!, line));
    if (come > 0 && (gone < 0 || come <= gone)) for (const end = at + come; at < end; at++) found.push(`+ ${after[at]}`);
    else if (gone > 0) for (const end = here + gone; here < end; here++) found.push(`- ${before[here]}`);
    else {
      if (here < before.length) found.push(`- ${before[here++]}`);
      if (at < after.length) found.push(`+ ${after[at++]}`);
    }
  }
  return found;
}

/** A picture of the page at a quarter of its size, each pixel the mean of sixteen: how letters' edges are drawn does not show. */
export async function pictureOf(browser: Browser, page: Page): Promise<Buffer> {
  const whole = await page.screenshot({ animations: "disabled", caret: "hide" });
  const context = await browser.newContext();
  const desk = await context.newPage();
  const small = await desk.evaluate(async (text) => {
    const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
    const drawn = canvas.getContext("2d", { willReadFrequently: true })!;
    drawn.drawImage(image, 0, 0);
    const { data } = drawn.getImageData(0, 0, image.width, image.height);
    const [width, height] = [Math.floor(image.width / 4), Math.floor(image.height / 4)];
    const little = Object.assign(document.createElement("canvas"), { width, height });
    const pixels = new ImageData(width, height);
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        for (let part = 0; part < 4; part++) {
          let sum = 0;
          for (let at = 0; at < 16; at++) sum += data[((y * 4 + (at >> 2)) * image.width + x * 4 + (at & 3)) * 4 + part]!;
          pixels.data[(y * width + x) * 4 + part] = sum / 16;
        }
      }
    }
    little.getContext("2d")!.putImageData(pixels, 0, 0);
    return little.toDataURL("image/png").split(",")[1]!;
  }, whole.toString("base64"));
  await context.close();
  return Buffer.from(small, "base64");
}

/** Compares a page with its snapshot. */
export async function expectLooks(browser: Browser, page: Page, name: string): Promise<void> {
  const text = await looksOf(page);
  const picture = await pictureOf(browser, page);
  if (renews || !existsSync(fileOf(`${name}.txt`))) {
    expect(renews || !process.env.CI, `${name} is not there: RENEW=1 writes it`).toBe(true);
    keep(`${name}.txt`, text);
    keep(`${name}.png`, picture);
    return;
  }
  expect.soft(differences(readFileSync(fileOf(`${name}.txt`), "utf8"), text), name).toEqual([]);
  expect.soft(picture).toMatchSnapshot(`${name}.png`, { threshold: 0.15, maxDiffPixelRatio: 0.01 });
}
