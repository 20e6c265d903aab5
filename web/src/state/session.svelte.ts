import { api, ask, insist, newKey, Refusal } from "../api/client";
import { keepTokens, onEnded, onTokens, tokens } from "../api/tokens";
import type { Me, Schemas } from "../api/types";
import { read, write } from "./kept";

const place = "cardroom.me";
const endedPlace = "cardroom.ended";

/** The player whose sign-in on this device the server has ended. */
export interface Ended {
  name: string;
  login: string | null;
}

function endedBefore(): Ended | null {
  const { name, login } = (read(endedPlace) ?? {}) as Partial<Ended>;
  return typeof name === "string" ? { name, login: typeof login === "string" ? login : null } : null;
}

/** The stored player may be of an older page, or damaged: then it is read before anything of it is shown. */
function isMe(kept: unknown): kept is Me {
  const { id, name, created_at, chips } = (kept ?? {}) as Partial<Me>;
  return [id, name, created_at].every((text) => typeof text === "string") && typeof chips === "number";
}

/** The player who is signed in on this device. */
class Session {
  me: Me | null = $state.raw(null);
  signedIn: boolean = $state(tokens() !== null);
  /** On the way from the first visit to a seat. */
  arriving: boolean = $state(false);
  /** A sign-in that the server has ended, until the player has chosen how to continue. */
  ended: Ended | null = $state.raw(endedBefore());

  constructor() {
    const kept = read(place);
    if (this.signedIn && isMe(kept)) this.me = kept;
    onEnded(() => write(endedPlace, this.me ? { name: this.me.name, login: this.me.login } : (endedBefore() ?? { name: "", login: null })));
    onTokens(() => {
      this.signedIn = tokens() !== null;
      // Another tab may have noticed first.
      this.ended = this.signedIn ? null : endedBefore();
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

  /** A new guest, who is signed in once `then` is done. */
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

  /** The player has chosen how to continue. */
  forgetEnded(): void {
    write(endedPlace, null);
    this.ended = null;
  }

  takeChips(chips: number): void {
    if (this.me && this.me.chips !== chips) this.know({ ...this.me, chips });
  }

  #welcome({ player, tokens }: Schemas["Welcome"]): void {
    if (!player || !tokens?.access_token) throw new Refusal("internal");
    this.know(player);
    this.forgetEnded();
    keepTokens(tokens);
  }

  know(me: Me | null): void {
    // Only a player of Cardroom's form is stored.
    if (me && !me.id) throw new Refusal("internal");
    this.me = me;
    write(place, me);
  }
}

export const session = new Session();
