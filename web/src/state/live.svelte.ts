import { Stream, type Listener } from "../api/stream";
import type { Change, Schemas } from "../api/types";
import { Table } from "../table/table.svelte";
import { heard } from "./clock";
import { session } from "./session.svelte";

type Own = Pick<Schemas["MeMessage"], "seated" | "waiting" | "tournaments" | "asking">;

const nothing: Own = { seated: [], waiting: [], tournaments: [], asking: 0 };

/** The server's messages to this page: one stream of all tables where its player sits. */
class Live {
  /** When the lost stream is tried again, in the time of this device; null if it is open. */
  lost: number | null = $state(null);
  /** What the stream told last of this player, beside their tables. */
  #me: Own = $state.raw(nothing);
  tables: Map<string, Table> = $state.raw(new Map());
  #stream: Stream | null = null;
  #watched: { id: string; stream: Stream } | null = null;

  /** The tables where the player sits. */
  get seated(): string[] {
    return this.#me.seated;
  }

  /** The tables where this player waits for a chair. */
  get waiting(): string[] {
    return this.#me.waiting;
  }

  /** The tournaments in which this player plays, or will play. */
  get tournaments(): string[] {
    return this.#me.tournaments;
  }

  /** The number of friend requests. */
  get asking(): number {
    return this.#me.asking;
  }

  /** Follows the sign-in: a stream while there is one. */
  follow(): void {
    $effect(() => {
      if (!session.signedIn) return;
      this.#stream = new Stream("/v1/me/events", this.#listener());
      return () => {
        this.#stream?.close();
        this.#stream = null;
        this.#me = nothing;
        this.tables = new Map();
      };
    });
  }

  again(): void {
    this.#stream?.now();
    this.#watched?.stream.now();
  }

  /**
   * The table with this id, as far as it is known. If the player does not sit there, it is watched by a stream of its
   * own.
   */
  open(id: string, code: string | null): Table {
    let table = this.tables.get(id);
    if (!table) {
      table = new Table(id, code);
      this.tables = new Map(this.tables).set(id, table);
    }
    if (code) table.code = code;
    void table.load();
    return table;
  }

  /** A table that is known already, from the answer that seated this player. */
  meet(view: Schemas["TableView"]): void {
    const table = this.tables.get(view.id) ?? new Table(view.id);
    table.apply({ changes: [], table: view, now: view.now });
    this.tables = new Map(this.tables).set(view.id, table);
  }

  watch(table: Table): () => void {
    const stream = new Stream(`/v1/tables/${table.id}/events`, this.#listener(table), table.code);
    this.#watched = { id: table.id, stream };
    return () => {
      stream.close();
      if (this.#watched?.id === table.id) this.#watched = null;
    };
  }

  #listener(watched?: Table): Listener {
    return {
      me: (message) => {
        heard(message.now);
        session.takeChips(message.chips);
        this.#me = message;
      },
      table: (message) => {
        const table = this.#table(message.id);
        table.apply(message);
        const isCall = ({ events }: Change) =>
          events.some((event) => "table" in event && event.table.type === "called" && event.table.player === session.me?.id);
        // A chair is kept for this player, for a minute.
        if (message.changes.some(isCall)) void import("../table/called").then(({ called }) => called(table));
      },
      presence: (message) => this.tables.get(message.id)?.presence(message),
      warning: (message) => {
        if (this.tables.get(message.id)?.mySeat === message.seat) void import("../ui/sounds").then(({ vibrate }) => vibrate(60, 80, 60));
      },
      end: ({ table, reason }) => {
        const id = table ?? watched?.id;
        if (id) void this.tables.get(id)?.load();
        if (reason === "signed_out" && !watched) void session.load().catch(() => {});
      },
      lost: (again) => {
        if (watched && session.signedIn) return;
        const isBack = this.lost !== null && again === null;
        this.lost = again;
        // The current state is one request away, and does not wait for the stream.
        if (isBack) for (const open of this.tables.values()) void open.load();
      },
    };
  }

  #table(id: string): Table {
    return this.tables.get(id) ?? this.open(id, null);
  }
}

export const live = new Live();
