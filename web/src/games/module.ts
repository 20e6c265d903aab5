import type { Component } from "svelte";
import type { Card, GameEvent, GameName, Schemas, Seat } from "../api/types";
import { language, t } from "../i18n/index.svelte";
import type { Table } from "../table/table.svelte";
import type { Who } from "../table/who";
import type { Sound } from "../ui/sounds";

export interface EventText {
  text: string;
  cards?: Card[];
  /** A new part of the hand begins with it. */
  heading?: boolean;
  /** This page does not know the event: the server is newer. */
  strange?: boolean;
}

type View = { table: Table };

/** The interface of a game to the shell. */
export interface GameModule {
  /** The cards on the cloth, and the seats around it. */
  Felt: Component<View>;
  /** The own cards and the keys. */
  Zone: Component<View>;
  /** The result of a hand, in place of the usual cloth; loaded while the hand is played. */
  Result: () => Promise<{ default: Component<View> }>;
  /** Below it: the player's own part, and the keys until the next hand. */
  After: () => Promise<{ default: Component<View> }>;
  /** In the header: facts about the whole hand. */
  Head?: Component<View>;
  /** In the menu: actions that are too rare for a key. */
  Extra?: () => Promise<{ default: Component<View & { onclose: () => void }> }>;
}

/** The input for the text of an event. */
export interface Around {
  /** The events of the hand before it, as far as they are known. */
  before(): GameEvent[];
  rules: Schemas["GameRules"] | undefined;
}

/** The texts of a game's events: loaded after the table, which can be played without them. */
export interface Narrator {
  /** An event in one sentence; null for an event without text. */
  describe(event: GameEvent, who: (seat: Seat) => Who, around: Around): EventText | null;
  /** The sound of an event. The player's own actions make no sound: `own` is the player's seat at that time. */
  sound(event: GameEvent, table: Table, own: Seat | null): Sound | null;
  /** The possible actions in words, for a player who does not see the keys. */
  offers(options: Schemas["GameOptions"]): string;
  /** Whether this page has keys for the possible actions. */
  knows(options: Schemas["GameOptions"]): boolean;
}

/** The text of an event that only a newer server knows. */
export function strange(): EventText {
  return { text: t().menu.news, strange: true };
}

const loaders: Record<GameName, () => Promise<{ module: GameModule }>> = {
  holdem: () => import("./holdem"),
  doudizhu: () => import("./doudizhu"),
  shengji: () => import("./shengji"),
};

const narrators: Record<GameName, () => Promise<{ narrator: Narrator }>> = {
  holdem: () => import("./holdem/narrator"),
  doudizhu: () => import("./doudizhu/narrator"),
  shengji: () => import("./shengji/narrator"),
};

/** A game's part of the page, and its words, are loaded when a table of that game is opened. */
export async function loadGame(game: GameName): Promise<GameModule> {
  const [{ module }] = await Promise.all([loaders[game](), language.need(game)]);
  return module;
}

export async function loadNarrator(game: GameName): Promise<Narrator> {
  const [{ narrator }] = await Promise.all([narrators[game](), language.need(game, "table", "events")]);
  return narrator;
}
