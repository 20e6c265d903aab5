import { Refusal } from "../api/client";
import { settings } from "../state/settings.svelte";
import type { Part, Words } from "./en";
import { fill } from "./fill";

class Language {
  words: Words = $state.raw({} as Words);
  #locale = "en";
  #parts = new Set<Part>();
  #formats = new Map<string, Intl.NumberFormat>();

  #newest: Promise<void> = Promise.resolve();
  #turn = 0;
  #hasFailed = false;

  /** Loads the language that is set, and only that one. If it is called twice, the later call counts for both. */
  load(): Promise<void> {
    this.#hasFailed = false;
    this.#newest = this.#load(++this.#turn);
    this.#newest.catch(() => (this.#hasFailed = true));
    return this.#newest;
  }

  /** Loads the texts of a game, or of a part of the page. Texts that could not be loaded are requested again by the next call. */
  need(...parts: Part[]): Promise<void> {
    if (!this.#hasFailed && parts.every((part) => this.#parts.has(part))) return this.#newest;
    for (const part of parts) this.#parts.add(part);
    return this.load();
  }

  async #load(turn: number): Promise<void> {
    const isChinese = settings.language === "zh";
    const { words, parts } = isChinese ? await chinese() : await english();
    const loaded = await Promise.all([...this.#parts].map((part) => parts[part]()));
    if (turn !== this.#turn) return this.#newest;
    this.#locale = isChinese ? "zh-CN" : "en";
    this.words = Object.assign({}, words, ...loaded) as Words;
  }

  number(value: number): string {
    return this.#numbers({ maximumFractionDigits: 1 }).format(value);
  }

  signed(value: number): string {
    return this.#numbers({ signDisplay: "exceptZero" }).format(value).replace("-", "−");
  }

  percent(share: number): string {
    return this.#numbers({ style: "percent", maximumFractionDigits: 0 }).format(share);
  }

  /** Creating a formatter takes longer than formatting a number, so each is created once. */
  #numbers(options: Intl.NumberFormatOptions): Intl.NumberFormat {
    const key = `${this.#locale}${Object.keys(options)}`;
    const known = this.#formats.get(key) ?? new Intl.NumberFormat(this.#locale, options);
    this.#formats.set(key, known);
    return known;
  }

  list(names: string[]): string {
    return new Intl.ListFormat(this.#locale).format(names);
  }

  time(text: string): string {
    return new Intl.DateTimeFormat(this.#locale, { hour: "numeric", minute: "2-digit" }).format(new Date(text));
  }

  day(text: string): string {
    return new Intl.DateTimeFormat(this.#locale, { month: "short", day: "numeric" }).format(new Date(text));
  }
}

async function english() {
  const { en, parts } = await import("./en");
  return { words: en, parts };
}

async function chinese() {
  const { zh, parts } = await import("./zh");
  return { words: zh, parts };
}

export const language = new Language();

export function t(): Words {
  return language.words;
}

/** The text of a problem. A problem that only a newer server has gets the text of its kind. */
export function problemWords(error: unknown): string {
  if (!(error instanceof Refusal)) return t().problem.internal;
  const { code, problem, status } = error;
  const known = t().problem[code as keyof Words["problem"]] as string | undefined;
  if (known) return fill(known, problem ?? {});
  if (status >= 500) return t().problem.internal;
  return status === 409 ? t().problem.stale : t().problem.refused;
}

/** A stake or a price in words of the active language, by its own rules of counting. */
export function chips(amount: number, bigBlind?: number): string {
  if (settings.amounts === "blinds" && bigBlind) return `${language.number(amount / bigBlind)} BB`;
  return language.number(amount);
}
