import type { Schemas } from "./types";

type Tokens = Schemas["SessionTokens"];

const place = "cardroom.tokens";
let kept: Tokens | null = read();
let refreshing: Promise<boolean> | null = null;
const listeners = new Set<() => void>();

function read(): Tokens | null {
  const text = localStorage.getItem(place);
  return text ? (JSON.parse(text) as Tokens) : null;
}

export function tokens(): Tokens | null {
  return kept;
}

export function keepTokens(next: Tokens | null): void {
  kept = next;
  if (next) localStorage.setItem(place, JSON.stringify(next));
  else localStorage.removeItem(place);
  for (const listener of listeners) listener();
}

/** Tells when this tab, or another, signs in, refreshes or signs out. */
export function onTokens(listener: () => void): void {
  listeners.add(listener);
}

addEventListener("storage", (event) => {
  if (event.key !== place && event.key !== null) return;
  kept = read();
  for (const listener of listeners) listener();
});

/**
 * Gets the next pair in place of the access token that `failed`. Another tab may have done so already: the store is read
 * again first. Two tabs that refresh at once are given the same pair by the server.
 *
 * True where there is a new token; false where the sign-in is over or the server cannot be reached.
 */
export function refresh(failed: string): Promise<boolean> {
  refreshing ??= exchange(failed).finally(() => (refreshing = null));
  return refreshing;
}

async function exchange(failed: string): Promise<boolean> {
  kept = read();
  if (!kept) return false;
  if (kept.access_token !== failed) return true;
  try {
    const response = await fetch("/v1/sessions/refresh", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ refresh_token: kept.refresh_token }),
    });
    if (response.ok) keepTokens((await response.json()) as Tokens);
    else if (response.status === 401) keepTokens(null);
    return response.ok;
  } catch {
    return false;
  }
}
