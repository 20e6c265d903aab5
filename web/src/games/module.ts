import type { Component } from "svelte";
import type { Card, GameEvent, GameName, Schemas, Seat } from "../api/types";
import { language, t } from "../i18n/index.svelte";
import type { Table } from "../table/table.svelte";
import type { Who } from "../table/who";
import type { Sound } from "../ui/sounds";

export interface Told {
  text: string;
  cards?: Card[];
  /** A new part of the hand begins with it. */
  heading?: boolean;
  /** This page does not know what it tells: the server is newer. */
  strange?: boolean;
}

type View = { table: Table };

/** What the shell knows of a game. */
export interface GameModule {
  /** What lies on the cloth, and who sits around it. */
  Felt: Component<View>;
  /** Own cards and what may be done. */
  Zone: Component<View>;
  /** How a hand ended, in place of the cloth's usual picture; loaded while the hand is played. */
  Result: () => Promise<{ default: Component<View> }>;
  /** Below that: what is one's own of it, and the keys until the next hand. */
  After: () => Promise<{ default: Component<View> }>;
  /** In the header: what belongs to the whole hand. */
  Head?: Component<View>;
  /** In the menu: what is done so seldom that it has no key. */
  Extra?: Component<View & { onclose: () => void }>;
}

/** What the words of an event need. */
export interface Around {
  /** The events of the hand before it, as far as they are known. */
  before(): GameEvent[];
  rules: Schemas["GameRules"] | undefined;
}

/** The words for a game's events: loaded after the table, which can be played without them. */
export interface Telling {
  /** An event in one sentence; null for those that need no words. */
  describe(event: GameEvent, who: (seat: Seat) => Who, around: Around): Told | null;
  /** What is heard of it. One's own actions make no sound: `own` is the seat that was one's own by then. */
  sound(event: GameEvent, table: Table, own: Seat | null): Sound | null;
  /** What may be done, in words, for a player who does not see the keys. */
  offers(options: Schemas["GameOptions"]): string;
  /** Whether this page has keys for what may be done. */
  knows(options: Schemas["GameOptions"]): boolean;
}

/** What is said of an event that only a newer server knows. */
export function strange(): Told {
  return { text: t().menu.news, strange: true };
}

const loaders: Record<GameName, () => Promise<{ module: GameModule }>> = {
  holdem: () => import("./holdem"),
  doudizhu: () => import("./doudizhu"),
  shengji: () => import("./shengji"),
};

const tellings: Record<GameName, () => Promise<{ telling: Telling }>> = {
  holdem: () => import("./holdem/telling"),
  doudizhu: () => import("./doudizhu/telling"),
  shengji: () => import("./shengji/telling"),
};

/** A game's part of the page, and its words, are loaded when a table of that game is opened. */
export async function loadGame(game: GameName): Promise<GameModule> {
  const [{ module }] = await Promise.all([loaders[game](), language.need(game)]);
  return module;
}

export async function loadTelling(game: GameName): Promise<Telling> {
  const [{ telling }] = await Promise.all([tellings[game](), language.need(game, "table", "told")]);
  return telling;
}
