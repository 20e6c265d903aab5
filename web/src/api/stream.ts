import { signed, waitOf } from "./client";
import { EventCutter } from "./sse";
import type { Schemas } from "./types";

interface Messages {
  me: Schemas["MeMessage"];
  table: Schemas["TableMessage"];
  presence: Schemas["PresenceMessage"];
  warning: Schemas["WarningMessage"];
  lobby: Schemas["LobbyMessage"];
  tournament: Schemas["TournamentMessage"];
  /** The stream, or one table in it, has ended for good. */
  end: Schemas["EndMessage"];
}

/** The handlers of a stream, by the names of its messages. Messages without a handler are skipped. */
export type Listener = { [Name in keyof Messages]?: (message: Messages[Name]) => void } & {
  /** The stream is lost, and will be tried again at this time of this device; or it is back, if null. */
  lost(again: number | null): void;
};

const silence = 20_000;
/** How long to wait, in milliseconds, after the server refused a stream. */
const shutOut = 60_000;
const final: Schemas["EndReason"][] = ["signed_out", "table_closed", "tournament_over", "invite_needed"];

/**
 * A stream of the server, read with `fetch` because `EventSource` cannot send a token. It reconnects by itself: after
 * half a second, then with growing delays, and at once when the device wakes up or is online again.
 */
export class Stream {
  #abort: AbortController | null = null;
  #cursor: string | null = null;
  #tries = 0;
  /** The least delay that the server asked for. */
  #least = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #watchdog: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  #lost = false;

  constructor(
    private readonly path: string,
    private readonly listener: Listener,
    private readonly inviteCode: string | null = null,
  ) {
    addEventListener("online", this.now);
    addEventListener("offline", this.#drop);
    addEventListener("pageshow", this.now);
    document.addEventListener("visibilitychange", this.#seen);
    void this.#connect();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#retry);
    clearTimeout(this.#watchdog);
    this.#abort?.abort();
    removeEventListener("online", this.now);
    removeEventListener("offline", this.#drop);
    removeEventListener("pageshow", this.now);
    document.removeEventListener("visibilitychange", this.#seen);
  }

  /** Connects at once if the stream is lost. */
  now = (): void => {
    if (this.#lost && !this.#closed) {
      clearTimeout(this.#retry);
      void this.#connect();
    }
  };

  #seen = (): void => {
    if (document.visibilityState === "visible") this.now();
  };

  #drop = (): void => this.#abort?.abort();

  async #connect(): Promise<void> {
    this.#abort?.abort();
    const abort = new AbortController();
    this.#abort = abort;
    this.#listen();
    try {
      const headers: Record<string, string> = { accept: "text/event-stream" };
      if (this.inviteCode) headers["invite-code"] = this.inviteCode;
      if (this.#cursor) headers["last-event-id"] = this.#cursor;
      const request = new Request(this.path, { headers, signal: abort.signal, cache: "no-store" });
      const response = await signed(request);
      if (!response.ok || !response.body) {
        // A cursor from before the server was restored is useless: a snapshot comes instead.
        if (response.status >= 400 && response.status < 500) this.#cursor = null;
        // A refused client does not try again: the table is not open to it, or the code has changed.
        this.#least = response.status === 403 ? shutOut : waitOf(response);
        throw new Error(`${response.status}`);
      }
      this.#tries = 0;
      this.#lost = false;
      this.listener.lost(null);
      await this.#read(response.body);
    } catch {
      // A lost stream is no failure: it is opened again below.
    }
    if (this.#abort === abort && !this.#closed) this.#later();
  }

  async #read(body: ReadableStream<Uint8Array>): Promise<void> {
    const cutter = new EventCutter();
    const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader();
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      this.#listen();
      for (const { event, id, data } of cutter.push(value)) {
        this.#tell(event, JSON.parse(data));
        if (id) this.#cursor = id;
      }
    }
  }

  /** The server sends something every ten seconds. After twice that time without a byte the connection is lost. */
  #listen(): void {
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => this.#abort?.abort(), silence);
  }

  #tell(event: string, message: Partial<Schemas["MeMessage"] & Schemas["EndMessage"]> | null): void {
    // Every message has the time when it was sent, or the reason why it is the last. A message with neither is not from
    // Cardroom.
    if (!message?.now && !message?.reason) return;
    (this.listener[event as keyof Messages] as ((message: unknown) => void) | undefined)?.(message);
    if (event !== "end" || !message.reason) return;
    const { table, reason } = message;
    if (!table && final.includes(reason)) this.close();
  }

  #later(): void {
    clearTimeout(this.#watchdog);
    this.#lost = true;
    const wait = Math.max(this.#least, Math.min(500 * 2 ** this.#tries, 8_000) * (0.8 + 0.4 * Math.random()));
    this.#least = 0;
    this.#tries += 1;
    this.listener.lost(Date.now() + wait);
    this.#retry = setTimeout(() => void this.#connect(), wait);
  }
}
