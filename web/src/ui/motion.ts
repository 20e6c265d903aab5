import { settings } from "../state/settings.svelte";

/**
 * Whether the next view is shown without movement: the page was hidden, or many changes came at once. Set before a view
 * is, read when its elements enter.
 */
export const motion = { still: false };

const reduced = matchMedia("(prefers-reduced-motion: reduce)");
const pace = { off: 0, fast: 0.5, normal: 1 };

export function millis(normal: number): number {
  return motion.still || reduced.matches ? 0 : normal * (pace[settings.motion] ?? 1);
}

const out = (t: number) => 1 - (1 - t) ** 3;
const inOut = (t: number) => (t < 0.5 ? 4 * t ** 3 : 1 - (-2 * t + 2) ** 3 / 2);
const over = (t: number) => 1 + 2.2 * (t - 1) ** 3 + 1.2 * (t - 1) ** 2;

interface From {
  /** The start or the end of the movement, relative to the element's position. */
  x?: number;
  y?: number;
  at?: number;
}

/** A card from the deck into its place, a little turned on its way. */
export function deal(_: Element, { x = 0, y = 0, at = 0 }: From = {}) {
  const css = (t: number, u: number) =>
    `transform: translate(${x * u}px, ${y * u}px) rotate(${-16 * u}deg) scale(${1 - 0.2 * u}); opacity: ${Math.min(1, t * 4)}`;
  return { duration: millis(240), delay: millis(60 * at), easing: out, css };
}

/** Cards of a play from the hand to the place of their player, shrinking. */
export function lay(_: Element, { x = 0, y = 0 }: From = {}) {
  const css = (t: number, u: number) =>
    `transform: translate(${x * u}px, ${y * u}px) scale(${1 + 0.45 * u}); opacity: ${Math.min(1, t * 3)}`;
  return { duration: millis(240), easing: out, css };
}

/** Chips from a stack towards the pot. */
export function bet(_: Element, { x = 0, y = 0 }: From = {}) {
  const css = (t: number, u: number) =>
    `transform: translate(${x * u}px, ${y * u}px) scale(${1 - 0.2 * u}); opacity: ${0.2 + 0.8 * t}`;
  return { duration: millis(240), easing: out, css };
}

/** Chips into the pot, or a trick to its winner: smaller, and gone. */
export function sweep(_: Element, { x = 0, y = 0, at = 0 }: From = {}) {
  const css = (t: number, u: number) =>
    `transform: translate(${x * u}px, ${y * u}px) scale(${1 - 0.3 * u}); opacity: ${Math.min(1, t * 4)}`;
  return { duration: millis(400), delay: millis(40 * at), easing: inOut, css };
}

/** Chips from the pot to the winners, one winner after the other: in hundredths of the cloth, once all bets are in the pot. */
export function award(_: Element, { x = 0, y = 0, at = 0 }: From = {}) {
  const css = (t: number, u: number) => `transform: translate(${x * t}%, ${y * t}%); opacity: ${Math.min(1, u * 8)}`;
  return { duration: millis(400), delay: millis(200 * (at + 1)), easing: inOut, css };
}

/** A hat, a seal, a crown or the dealer's button falls into place. */
export function drop(_: Element) {
  const css = (t: number, u: number) =>
    `transform: translateY(${-16 * u}px) rotate(${-24 * u}deg) scale(${1 - 0.3 * u}); opacity: ${Math.min(1, t * 2)}`;
  return { duration: millis(240), easing: over, css };
}

/** A word out of a seat. */
export function say(_: Element) {
  const css = (t: number, u: number) => `transform: translateY(${6 * u}px) scale(${1 - 0.08 * u}); opacity: ${t}`;
  return { duration: millis(140), easing: out, css };
}

/** A bomb: cards slam down. */
export function slam(_: Element) {
  const css = (t: number, u: number) => `transform: scale(${1 + 0.7 * u}) rotate(${-4 * u}deg); opacity: ${Math.min(1, t * 3)}`;
  return { duration: millis(400), easing: out, css };
}

/** A sheet from below. */
export function rise(_: Element) {
  return { duration: millis(240), easing: out, css: (_: number, u: number) => `transform: translateY(${100 * u}%)` };
}

export function fade(_: Element) {
  return { duration: millis(140), css: (t: number) => `opacity: ${t}` };
}
