import { api, ask, insist, newKey } from "../api/client";
import { keepTokens, onTokens, tokens } from "../api/tokens";
import type { Me, Schemas } from "../api/types";

const place = "cardroom.me";

/** Who plays on this device. */
class Session {
  me: Me | null = $state.raw(null);
  signedIn: boolean = $state(tokens() !== null);

  constructor() {
    const kept = localStorage.getItem(place);
    if (this.signedIn && kept) this.me = JSON.parse(kept) as Me;
    onTokens(() => {
      this.signedIn = tokens() !== null;
      if (!this.signedIn) this.#know(null);
    });
  }

  async load(): Promise<void> {
    this.#know(await ask(() => api.GET("/v1/me")));
  }

  async enterAsGuest(name: string): Promise<void> {
    const header = { "Idempotency-Key": newKey() };
    const body = { name: name.trim() || null };
    this.#welcome(await insist(() => api.POST("/v1/guests", { params: { header }, body })));
  }

  async signIn(login: string, password: string): Promise<void> {
    this.#welcome(await ask(() => api.POST("/v1/sessions", { body: { login, password } })));
  }

  async nameAccount(login: string, password: string): Promise<void> {
    this.#know(await ask(() => api.PUT("/v1/me/account", { body: { login, password } })));
  }

  async rename(name: string): Promise<void> {
    this.#know(await ask(() => api.PATCH("/v1/me", { body: { name } })));
  }

  async signOut(): Promise<void> {
    await ask(() => api.DELETE("/v1/sessions/current"));
    keepTokens(null);
  }

  takeChips(chips: number): void {
    if (this.me && this.me.chips !== chips) this.#know({ ...this.me, chips });
  }

  #welcome({ player, tokens }: Schemas["Welcome"]): void {
    this.#know(player);
    keepTokens(tokens);
  }

  #know(me: Me | null): void {
    this.me = me;
    if (me) localStorage.setItem(place, JSON.stringify(me));
    else localStorage.removeItem(place);
  }
}

export const session = new Session();
