import { api, ask } from "../api/client";
import { Stream } from "../api/stream";
import type { GameName, Schemas } from "../api/types";
import { heard } from "../state/clock";

type Summary = Schemas["TableSummary"];
type Sort = "newest" | "players" | "stake";

/** The open tables of a search: read once, and updated by the lobby's own stream. */
export class OpenTables {
  game: GameName | "all" = $state("all");
  text: string = $state("");
  sort: Sort = $state("newest");
  seconds: number | null = $state(null);
  tables: Summary[] = $state.raw([]);
  next: string | null = $state(null);
  loaded: boolean = $state(false);
  #asked = 0;
  #again: ReturnType<typeof setTimeout> | undefined;

  get isFiltered(): boolean {
    return this.text.trim() !== "" || this.sort !== "newest" || this.seconds !== null;
  }

  /** Reads the first page anew, or the one that follows. */
  async load(after?: string): Promise<void> {
    const asked = ++this.#asked;
    const text = this.text.trim().slice(0, 60);
    const game = this.game === "all" ? undefined : this.game;
    const query = { limit: 30, after, game, sort: this.sort, max_decision_seconds: this.seconds ?? undefined };
    // A word of the rules is spelled as the server spells it: "pot limit" is `pot_limit`. Most searches are for a name.
    const word = text.toLowerCase().replace(/[\s-]+/g, "_");
    const named = () => ask(() => api.GET("/v1/tables", { params: { query: { ...query, name: text || undefined } } }));
    const worded = () => ask(() => api.GET("/v1/tables", { params: { query: { ...query, word } } }));
    let page = await named();
    if (text && page.tables.length === 0 && !after && /^[a-z_]{1,30}$/.test(word)) page = await worded();
    if (asked !== this.#asked) return;
    this.tables = after ? [...this.tables, ...page.tables] : page.tables;
    this.next = page.next;
    this.loaded = true;
  }

  /**
   * Follows the lobby until the returned function is called. Its first message is empty, so a read after it misses
   * nothing.
   */
  follow(): () => void {
    let isFirst = true;
    const path = `/v1/lobby/events${this.game === "all" ? "" : `?game=${this.game}`}`;
    const stream = new Stream(path, {
      lobby: (message) => {
        heard(message.now);
        if (isFirst) void this.load().catch(() => {});
        else this.#take(message);
        isFirst = false;
      },
      lost: (again) => {
        if (again !== null) isFirst = true;
      },
    });
    return () => {
      clearTimeout(this.#again);
      stream.close();
    };
  }

  #take({ tables, gone }: Schemas["LobbyMessage"]): void {
    const news = new Map(tables.map((table) => [table.id, table]));
    const kept = this.tables.filter(({ id }) => !gone.includes(id)).map((table) => news.get(table.id) ?? table);
    const fresh = tables.filter(({ id }) => !this.tables.some((table) => table.id === id));
    this.tables = this.isFiltered ? kept : [...fresh.reverse(), ...kept];
    if (!this.isFiltered) return;
    // Only the server knows whether they match the search, and their order.
    clearTimeout(this.#again);
    this.#again = setTimeout(() => void this.load().catch(() => {}), 400);
  }
}
