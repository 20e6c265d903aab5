import * as store from "../state/kept";
import type { Schemas } from "./types";

type Tokens = Schemas["SessionTokens"];

const place = "cardroom.tokens";
let kept: Tokens | null = read();
let refreshing: Promise<boolean> | null = null;
const listeners = new Set<() => void>();

function read(): Tokens | null {
  const found = store.read(place) as Tokens | null;
  return found?.access_token && found.refresh_token ? found : null;
}

export function tokens(): Tokens | null {
  return kept;
}

export function keepTokens(next: Tokens | null): void {
  kept = next;
  store.write(place, next);
  for (const listener of listeners) listener();
}

/** Notifies when this tab, or another, signs in, refreshes or signs out. */
export function onTokens(listener: () => void): void {
  listeners.add(listener);
}

let ended = () => {};

/** Notifies that the server has ended the sign-in of this device, before its tokens are removed. */
export function onEnded(listener: () => void): void {
  ended = listener;
}

addEventListener("storage", (event) => {
  if (event.key !== place && event.key !== null) return;
  kept = read();
  for (const listener of listeners) listener();
});

/**
 * Gets a new pair in place of the access token that `failed`. Another tab may have done so already, so the store is
 * read again first. Two tabs that refresh at once get the same pair from the server.
 *
 * True if there is a new token; false if the sign-in has ended. Throws if no answer came.
 */
export function refresh(failed: string): Promise<boolean> {
  refreshing ??= exchange(failed).finally(() => (refreshing = null));
  return refreshing;
}

async function exchange(failed: string): Promise<boolean> {
  kept = read();
  if (!kept) return false;
  if (kept.access_token !== failed) return true;
  const response = await fetch("/v1/sessions/refresh", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ refresh_token: kept.refresh_token }),
  });
  if (response.status === 401) {
    ended();
    keepTokens(null);
    return false;
  }
  const next = response.ok ? ((await response.json()) as Tokens) : null;
  if (!next?.access_token) throw new Error(`${response.status}`);
  keepTokens(next);
  return true;
}
