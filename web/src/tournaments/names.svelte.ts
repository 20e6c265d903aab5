import { api, insist } from "../api/client";
import type { Chair, TournamentEntry } from "../api/types";
import { t } from "../i18n/index.svelte";
import { session } from "../state/session.svelte";
import { nameOf } from "../table/named";

interface Named {
  name: string;
  avatar: string;
}

/** The names of the players of entries: from the entries, from the tables where they sit, and from the server. */
class Names {
  #known: Map<string, Named> = $state.raw(new Map());
  readonly #asked = new Set<string>();

  meet(chairs: Chair[]): void {
    const fresh = chairs.filter((chair) => this.#known.get(chair.player)?.name !== nameOf(chair));
    if (fresh.length > 0) this.#know(fresh.map((chair) => [chair.player, { name: nameOf(chair), avatar: chair.avatar }]));
  }

  meetEntries(entries: Pick<TournamentEntry, "player" | "name" | "avatar">[]): void {
    const fresh = entries.flatMap(({ player, name, avatar }) => (name && avatar && this.#known.get(player)?.name !== name ? [[player, { name, avatar }] as [string, Named]] : []));
    if (fresh.length > 0) this.#know(fresh);
  }

  /** Reads the names of these people, one after the other. Only a signed-in player may. */
  async need(players: string[]): Promise<void> {
    if (!session.signedIn) return;
    const missing = [...new Set(players)].filter((id) => !this.#known.has(id) && !this.#asked.has(id));
    for (const id of missing) this.#asked.add(id);
    for (const id of missing) {
      try {
        const { name, avatar } = await insist(() => api.GET("/v1/players/{id}", { params: { path: { id } } }));
        this.#know([[id, { name, avatar }]]);
      } catch {
        // A player who is gone has a number.
      }
    }
  }

  #know(fresh: [string, Named][]): void {
    this.#known = new Map([...this.#known, ...fresh]);
  }

  of(player: string): Named | null {
    return this.#known.get(player) ?? (player === session.me?.id ? { name: session.me.name, avatar: session.me.avatar } : null);
  }

  ofEntry({ player, name, computer, number }: Pick<TournamentEntry, "player" | "computer" | "number"> & Partial<Pick<TournamentEntry, "name">>): string {
    const words = t().tour.contest;
    return this.of(player)?.name ?? (name || (computer ? words.computer(number) : words.person(number)));
  }
}

export const names = new Names();
