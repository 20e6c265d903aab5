import type { GameName } from "../api/types";
import { read, write } from "../state/kept";

const place = "cardroom.guide";

interface Kept {
  /** The tables with the guide. */
  table: string | null;
  /** The games whose first hand was offered and taken. */
  taken: GameName[];
}

function kept(): Kept {
  const { table = null, taken = [] } = (read(place) ?? {}) as Partial<Kept>;
  return { table: typeof table === "string" ? table : null, taken: Array.isArray(taken) ? taken : [] };
}

/** The guide of the first hand, as far as this device knows. It is on only if the player asked for it. */
class Guide {
  #now: Kept = $state.raw(kept());

  isAt(table: string): boolean {
    return this.#now.table === table;
  }

  /** Whether a first hand of this game is still to be offered. */
  isNew(game: GameName): boolean {
    return !this.#now.taken.includes(game);
  }

  begin(table: string, game: GameName): void {
    this.#keep({ table, taken: [...new Set([...this.#now.taken, game])] });
  }

  leave(): void {
    this.#keep({ ...this.#now, table: null });
  }

  /** Offers all first hands again. */
  forget(): void {
    this.#keep({ ...this.#now, taken: [] });
  }

  #keep(next: Kept): void {
    this.#now = next;
    write(place, next);
  }
}

export const guide = new Guide();
