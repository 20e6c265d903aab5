import { api, ask, insist, newKey, Refusal } from "../api/client";
import { keepTokens, onTokens, tokens } from "../api/tokens";
import type { Me, Schemas } from "../api/types";
import { read, write } from "./kept";

const place = "cardroom.me";

/** What is kept may be of an older page, or damaged: then it is read before anything is shown of it. */
function isMe(kept: unknown): kept is Me {
  const { id, name, created_at, chips } = (kept ?? {}) as Partial<Me>;
  return [id, name, created_at].every((text) => typeof text === "string") && typeof chips === "number";
}

/** Who plays on this device. */
class Session {
  me: Me | null = $state.raw(null);
  signedIn: boolean = $state(tokens() !== null);
  /** On the way from the first visit to a seat. */
  arriving: boolean = $state(false);

  constructor() {
    const kept = read(place);
    if (this.signedIn && isMe(kept)) this.me = kept;
    onTokens(() => {
      this.signedIn = tokens() !== null;
      if (!this.signedIn) this.know(null);
    });
  }

  async load(): Promise<void> {
    this.know(await ask(() => api.GET("/v1/me")));
  }

  async enterAsGuest(name: string): Promise<void> {
    const header = { "Idempotency-Key": newKey() };
    const body = { name: name.trim() || null };
    this.#welcome(await insist(() => api.POST("/v1/guests", { params: { header }, body })));
  }

  /** A new guest, who is inside once `then` is done. */
  async arrive(name: string, then: () => Promise<void>): Promise<void> {
    this.arriving = true;
    try {
      await this.enterAsGuest(name);
      await then();
    } finally {
      this.arriving = false;
    }
  }

  async signIn(login: string, password: string): Promise<void> {
    this.#welcome(await ask(() => api.POST("/v1/sessions", { body: { login, password } })));
  }

  async nameAccount(login: string, password: string): Promise<void> {
    this.know(await ask(() => api.PUT("/v1/me/account", { body: { login, password } })));
  }

  async change(body: Schemas["Rename"]): Promise<void> {
    this.know(await ask(() => api.PATCH("/v1/me", { body })));
  }

  /** The seat of another device, by the code that it shows. */
  async claim(code: string): Promise<void> {
    this.#welcome(await ask(() => api.POST("/v1/sessions/device-code", { body: { code } })));
  }

  async recover(body: Schemas["Recover"]): Promise<void> {
    this.#welcome(await ask(() => api.POST("/v1/sessions/recovery", { body })));
  }

  async signOut(): Promise<void> {
    await ask(() => api.DELETE("/v1/sessions/current"));
    keepTokens(null);
  }

  takeChips(chips: number): void {
    if (this.me && this.me.chips !== chips) this.know({ ...this.me, chips });
  }

  #welcome({ player, tokens }: Schemas["Welcome"]): void {
    if (!player || !tokens?.access_token) throw new Refusal("internal");
    this.know(player);
    keepTokens(tokens);
  }

  know(me: Me | null): void {
    // What is kept must not be the words of a server that is no Cardroom.
    if (me && !me.id) throw new Refusal("internal");
    this.me = me;
    write(place, me);
  }
}

export const session = new Session();
