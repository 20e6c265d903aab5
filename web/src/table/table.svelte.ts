import { api, ask, insist, newKey, Refusal } from "../api/client";
import type { Change, Chair, Decision, GameAction, GameName, Schemas, Seat, TableView } from "../api/types";
import { gameOf } from "../api/types";
import { t } from "../i18n/index.svelte";
import { heard, until } from "../state/clock";
import { session } from "../state/session.svelte";
import { motion } from "../ui/motion";
import { Presses } from "./presses";
import type { Level } from "./computer";
import type { Who } from "./who";
import { nameOf } from "./named";

type Event = Schemas["SeenEvent"];

/** What an action, the stream or a new read returns: the changes in between, and the table after them. */
interface News {
  changes: Change[];
  table: TableView | null;
  now: string;
}

export interface Logged {
  version: number;
  event: Event;
}

const keptLines = 300;

/** A table as it is now. The last view is shown; the events between two views are animated. */
export class Table {
  readonly id: string;
  readonly presses = new Presses();
  code: string | null;
  view: TableView | null = $state.raw(null);
  /** The events that led to the current view: empty if they are not known. */
  step: Event[] = $state.raw([]);
  log: Logged[] = $state.raw([]);
  sending: boolean = $state(false);
  /** Why the table cannot be shown, or the last refusal. */
  gone: Refusal | null = $state.raw(null);
  refused: Refusal | null = $state.raw(null);
  /** The height of own cards and keys from the lower edge, in pixels. */
  reach: number = $state(0);
  /** The sheet that is open over the table. */
  opened: "menu" | "log" | "learn" | "invite" | "host" | "preferences" | "computers" | "games" | null = $state(null);
  /** Under the name of the table, in place of its stakes. */
  title: string | null = $state(null);
  /** The hand whose result the player has seen; and whether a player without chips watches. */
  passed: string | null = $state(null);
  looksOn: boolean = $state(false);
  /** The level of its computers from the next hand on. */
  level: Level | null = $state(null);
  /** The guide's suggestion: its cards are lifted, its amount is set. */
  proposed: GameAction | null = $state.raw(null);
  /** The chair whose player's card is open. */
  picked: Seat | null = $state(null);
  #held: Change[] = [];
  #isRecalled = false;

  constructor(id: string, code: string | null = null) {
    this.id = id;
    this.code = code;
  }

  get game(): GameName | null {
    return this.view ? gameOf(this.view.options.game) : null;
  }

  get mySeat(): Seat | null {
    return this.view?.you?.seat ?? null;
  }

  /** The chair that this player has when the hand is over, in place of a computer. */
  get nextSeat(): Seat | null {
    return this.view?.chairs.find(({ next }) => next && next.player === session.me?.id)?.seat ?? null;
  }

  get myDecision(): Decision | null {
    return this.view?.hand?.decisions.find(({ seat }) => seat === this.mySeat) ?? null;
  }

  get options(): Schemas["GameOptions"] | null {
    return this.view?.you?.options ?? null;
  }

  get isHost(): boolean {
    return this.view !== null && this.view.host === session.me?.id;
  }

  get myChair(): Chair | null {
    return this.mySeat === null ? null : this.chair(this.mySeat);
  }

  chair(seat: Seat): Chair | null {
    return this.view?.chairs.find((chair) => chair.seat === seat) ?? null;
  }

  /** The player who sits or sat there, as words for a sentence. */
  who(seat: Seat): Who {
    const you = seat === this.mySeat;
    const chair = this.chair(seat);
    const sits = chair && nameOf(chair);
    const played = this.view?.last_result?.players.find((player) => player.seat === seat)?.name;
    return { you, name: you ? t().table.you : (sits ?? played ?? `${seat + 1}`) };
  }

  /** All changes of the table pass through here. */
  apply({ changes, table, now }: News): void {
    heard(now);
    const all = [...this.#held, ...changes];
    if (!table) {
      this.#held = all;
      return;
    }
    this.#held = [];
    const had = this.view;
    if (had && table.version < had.version) return;
    if (had && table.version === had.version) {
      this.view = { ...had, presence: table.presence, now: table.now, you: table.you };
      return;
    }
    const fresh = had ? all.filter(({ version }) => version > had.version) : [];
    const isWhole = had !== null && fresh[0]?.version === had.version + 1 && fresh.length === table.version - had.version;
    motion.still = !isWhole || fresh.length > 2 || document.hidden;
    this.step = isWhole ? fresh.flatMap(({ events }) => events) : [];
    this.#note(fresh);
    this.view = table;
    if (had && !isWhole) void this.#catchUp(had.version);
  }

  presence({ presence }: Schemas["PresenceMessage"]): void {
    if (this.view) this.view = { ...this.view, presence };
  }

  async load(): Promise<void> {
    try {
      const table = await insist(() => api.GET("/v1/tables/{id}", { params: this.#invited() }));
      if (typeof table.version !== "number") throw new Refusal("internal");
      this.gone = null;
      this.apply({ changes: [], table, now: table.now });
    } catch (error) {
      if (error instanceof Refusal && error.code !== "offline") this.gone = error;
    }
  }

  /** The events before this page was opened, as far as a log needs them. */
  async recall(): Promise<void> {
    if (this.#isRecalled || !this.view) return;
    const first = this.log[0]?.version ?? this.view.version;
    this.#isRecalled = await this.#catchUp(Math.max(0, first - 40));
  }

  /**
   * Reads missed changes, for the log only: without them the log has a gap, and the table is right. Returns whether
   * they came.
   */
  async #catchUp(after: number): Promise<boolean> {
    const page = await this.#since(after);
    if (page) this.#note(page.changes);
    return page !== null;
  }

  /** Reads the changes after a version, and the table after them; null if no answer comes. */
  async #since(after: number): Promise<News | null> {
    try {
      const page = await insist(() =>
        api.GET("/v1/tables/{id}/events", { params: { ...this.#invited(), query: { after } } }),
      );
      return typeof page === "string" ? null : page;
    } catch {
      return null;
    }
  }

  /** The invite code of a watcher. It is sent in a header, because addresses are logged. */
  #invited() {
    return { path: { id: this.id }, header: { "Invite-Code": this.code ?? undefined } };
  }

  #note(changes: Change[]): void {
    const last = this.log.at(-1)?.version ?? -1;
    const known = new Set(this.log.map(({ version }) => version));
    const fresh = changes.filter(({ version }) => !known.has(version));
    if (fresh.length === 0) return;
    const lines = fresh.flatMap(({ version, events }) => events.map((event) => ({ version, event })));
    const all = [...this.log, ...lines];
    if (fresh[0]!.version < last) all.sort((a, b) => a.version - b.version);
    this.log = all.slice(-keptLines);
  }

  /** The version of the current view. An action that is previewed first keeps the version of its press. */
  get shown(): number {
    return this.view?.version ?? 0;
  }

  /**
   * Does what a button says, for the version that it was drawn from. If the answer is lost it is sent again with the
   * same key, until the clock acts.
   */
  async act(action: GameAction, at = this.shown): Promise<boolean> {
    const due = this.myDecision?.clock?.due;
    const limit = Date.now() + Math.max(5_000, due ? until(due) : 20_000);
    const header = { "Idempotency-Key": newKey() };
    return this.write(
      () => api.POST("/v1/tables/{id}/actions", { params: { path: { id: this.id }, header }, body: { at, action } }),
      limit,
    );
  }

  /** How an action would be read, without doing it. Null if it is refused. */
  async judge(action: GameAction, at = this.shown): Promise<Schemas["GamePreview"] | Refusal> {
    const body = { at, action, dry_run: true };
    try {
      const answer = await ask(() => api.POST("/v1/tables/{id}/actions", { params: { path: { id: this.id } }, body }));
      return (answer as Schemas["DryRun"]).preview;
    } catch (error) {
      return error instanceof Refusal ? error : new Refusal("internal");
    }
  }

  wish(wishes: Schemas["NewGameWishes"]): Promise<boolean> {
    return this.write(() => api.PUT("/v1/tables/{id}/seats/me/wishes", { params: this.named(), body: wishes }));
  }

  /** Names a write to this table. */
  named() {
    return { path: { id: this.id }, header: { "Idempotency-Key": newKey() } };
  }

  /** All writes have the same answer; only a dry run, and a request without the table, get no table. */
  async write(call: () => Promise<{ data?: unknown; error?: unknown; response: Response }>, limit?: number): Promise<boolean> {
    if (this.sending) return false;
    this.sending = true;
    this.refused = null;
    try {
      const { change, table, now } = (await insist(call, limit)) as Schemas["TableAnswer"];
      if (table) {
        // An answer that deals the next hand has one step of two.
        const both = table.version === change.version ? null : await this.#since(this.shown);
        this.apply(both ?? { changes: [change], table, now });
      }
      return true;
    } catch (error) {
      this.refused = error instanceof Refusal ? error : new Refusal("internal");
      // Refused because the table has a newer version than this page: it is read again.
      const { status, problem } = this.refused;
      if (status === 409 || Number(problem?.version ?? 0) > (this.view?.version ?? 0)) void this.load();
      return false;
    } finally {
      this.sending = false;
    }
  }
}
