import type { Component } from "svelte";
import type { Card, GameEvent, GameName, Seat } from "../api/types";
import { language } from "../i18n/index.svelte";
import type { Table } from "../table/table.svelte";
import type { Who } from "../table/who";
import type { Sound } from "../ui/sounds";

export interface Told {
  text: string;
  cards?: Card[];
  /** A new part of the hand begins with it. */
  heading?: boolean;
}

type View = { table: Table };

/** What the shell knows of a game. */
export interface GameModule {
  /** What lies on the cloth, and who sits around it. */
  Felt: Component<View>;
  /** Own cards and what may be done. */
  Zone: Component<View>;
  /** In the header: what belongs to the whole hand. */
  Head?: Component<View>;
  /** An event in one sentence; null for those that need no words. */
  describe(event: GameEvent, who: (seat: Seat) => Who): Told | null;
  sound(event: GameEvent): Sound | null;
}

const loaders: Record<GameName, () => Promise<{ module: GameModule }>> = {
  holdem: () => import("./holdem"),
  doudizhu: () => import("./doudizhu"),
  shengji: () => import("./shengji"),
};

/** A game's part of the page, and its words, are loaded when a table of that game is opened. */
export async function loadGame(game: GameName): Promise<GameModule> {
  const [{ module }] = await Promise.all([loaders[game](), language.loadGame(game)]);
  return module;
}
