import { untrack } from "svelte";
import { api, ask, insist, newKey, Refusal } from "../api/client";
import { Stream } from "../api/stream";
import type { Schemas, TournamentEntry, TournamentView } from "../api/types";
import { heard, heardNow } from "../state/clock";

/** The least time between two reads of a page of the standing, in milliseconds. */
const restOfStanding = 3_000;
/** The entries of a page of the standing. */
const pageOfStanding = 100;

/** A tournament as it is now: the server's last view of it. */
export class Tournament {
  readonly id: string;
  code: string | null;
  view: TournamentView | null = $state.raw(null);
  /** The time of the server at which the view was sent. */
  at: string = $state("");
  /** Why it cannot be shown, or the last refusal. */
  gone: Refusal | null = $state.raw(null);
  refused: Refusal | null = $state.raw(null);
  sending: boolean = $state(false);
  /** The first hundred entries or more: those that are left by their chips, then those that are out by their places. */
  standing: TournamentEntry[] = $state.raw([]);
  /** Whether more entries follow. */
  hasMore: boolean = $state(false);
  /** How many pages of a hundred are wanted. */
  #pages = 1;
  #reads = 0;
  #followers = 0;
  #stream: Stream | null = null;
  #standers = 0;
  #read = 0;
  #readAt = 0;
  #again: ReturnType<typeof setTimeout> | undefined;

  constructor(id: string, code: string | null) {
    this.id = id;
    this.code = code;
  }

  /** The place of the player's entry among those that are left, by the chips between hands; null if it is not known. */
  get myPlace(): number | null {
    const you = this.view?.you;
    if (!you) return null;
    if (you.place !== null) return you.place;
    const mine = this.standing.find(({ number }) => number === you.number);
    return mine ? 1 + this.standing.filter(({ place, chips }) => place === null && chips > mine.chips).length : null;
  }

  apply(view: TournamentView, now: string): void {
    heard(now);
    if (this.view && view.version < this.view.version) return;
    this.view = view;
    this.at = now;
    this.gone = null;
    this.#stand();
  }

  async load(): Promise<void> {
    try {
      const { tournament, now } = (await insist(() => api.GET("/v1/tournaments/{id}/events", { params: this.#invited() }))) as { tournament: TournamentView; now: string };
      if (!tournament) throw new Refusal("internal");
      this.apply(tournament, now);
    } catch (error) {
      if (error instanceof Refusal && error.code !== "offline") this.gone = error;
    }
  }

  /** Follows the changes until the returned function is called. */
  follow(): () => void {
    if (this.#followers++ === 0) {
      void this.load();
      this.#stream = new Stream(`/v1/tournaments/${this.id}/events`, { tournament: ({ tournament, now }) => this.apply(tournament, now), lost: () => {} }, this.code);
    }
    return () => {
      if (--this.#followers > 0) return;
      this.#stream?.close();
      this.#stream = null;
    };
  }

  /** Keeps the standing up to date until the returned function is called. */
  stand(): () => void {
    this.#standers += 1;
    untrack(() => this.#stand());
    return () => {
      this.#standers -= 1;
      if (this.#standers > 0) return;
      clearTimeout(this.#again);
      this.#pages = 1;
    };
  }

  #stand(): void {
    const version = this.view?.version ?? 0;
    if (this.#standers === 0 || version === this.#read) return;
    clearTimeout(this.#again);
    const wait = this.#readAt + restOfStanding * Math.max(1, Math.ceil(this.standing.length / pageOfStanding)) - Date.now();
    if (wait > 0) this.#again = setTimeout(() => this.#stand(), wait);
    else void this.readStanding();
  }

  async readStanding(): Promise<void> {
    [this.#read, this.#readAt] = [this.view?.version ?? 0, Date.now()];
    const nth = ++this.#reads;
    // An entry that has moved meanwhile may be in two pages.
    const found = new Map<number, TournamentEntry>();
    let next: number | null = 0;
    try {
      for (let page = 0; page < this.#pages && next !== null; page++) {
        const params = { ...this.#invited(), query: { limit: pageOfStanding, after: next } };
        const read: Schemas["TournamentEntries"] = await ask(() => api.GET("/v1/tournaments/{id}/entries", { params }));
        for (const entry of read.entries) found.set(entry.number, entry);
        next = read.next;
      }
    } catch {
      // The one before stays, until the next change.
      return;
    }
    if (nth === this.#reads) [this.standing, this.hasMore] = [[...found.values()], next !== null];
  }

  /** Reads one more page of the standing, or all. */
  async readMore(all = false): Promise<void> {
    this.#pages = all ? Infinity : this.#pages + 1;
    await this.readStanding();
  }

  /** Names a write. */
  named() {
    return { path: { id: this.id }, header: { "Idempotency-Key": newKey(), "Invite-Code": this.code ?? undefined } };
  }

  #invited() {
    return { path: { id: this.id }, header: { "Invite-Code": this.code ?? undefined } };
  }

  /** All writes have the tournament as their answer. */
  async write(call: () => Promise<{ data?: unknown; error?: unknown; response: Response }>): Promise<boolean> {
    if (this.sending) return false;
    this.sending = true;
    this.refused = null;
    try {
      this.apply((await insist(call)) as TournamentView, heardNow());
      return true;
    } catch (error) {
      this.refused = error instanceof Refusal ? error : new Refusal("internal");
      void this.load();
      return false;
    } finally {
      this.sending = false;
    }
  }
}

const known = new Map<string, Tournament>();

/** The tournament with this id, as far as it is known. */
export function tournamentOf(id: string, code: string | null = null): Tournament {
  const tournament = known.get(id) ?? new Tournament(id, code);
  if (code) tournament.code = code;
  known.set(id, tournament);
  return tournament;
}
