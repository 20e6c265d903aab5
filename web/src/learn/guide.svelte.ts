import type { GameName } from "../api/types";
import { read, write } from "../state/kept";

const place = "cardroom.guide";

interface Kept {
  /** Where the guide is on. */
  table: string | null;
  /** The games of which the first hand has been offered and taken. */
  taken: GameName[];
}

function kept(): Kept {
  const { table = null, taken = [] } = (read(place) ?? {}) as Partial<Kept>;
  return { table: typeof table === "string" ? table : null, taken: Array.isArray(taken) ? taken : [] };
}

/** The guide of the first hand, as far as this device knows of it. It is on where it was asked for, and comes nowhere by itself. */
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
