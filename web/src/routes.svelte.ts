import { games, type GameName } from "./api/types";

export type Route =
  | { name: "lobby" | "profile" | "ledger" | "myHands" | "friends" | "account" | "settings" | "lost" }
  | { name: "claim"; code: string }
  | { name: "learn"; game: GameName }
  | { name: "table"; id: string; code: string | null }
  | { name: "hands"; id: string }
  | { name: "hand"; id: string };

function read(): Route {
  const { pathname, hash } = location;
  const [, first = "", id = "", sub = ""] = pathname.split("/");
  if (pathname === "/") return { name: "lobby" };
  // A code is in the fragment: it reaches no server, no proxy and no log.
  const code = spelled(hash.slice(1));
  if (first === "t" && id && !sub) return { name: "table", id, code: code || null };
  if (first === "claim") return { name: "claim", code };
  if (first === "t" && sub === "hands") return { name: "hands", id };
  if (first === "h" && id) return { name: "hand", id };
  if (first === "me" && !id) return { name: "profile" };
  if (first === "me" && id === "ledger") return { name: "ledger" };
  if (first === "me" && id === "hands") return { name: "myHands" };
  if (first === "me" && id === "friends") return { name: "friends" };
  if (first === "me" && id === "account") return { name: "account" };
  if (first === "learn" && !sub) return { name: "learn", game: games.find((game) => game === id) ?? "holdem" };
  if (first === "settings") return { name: "settings" };
  return { name: "lost" };
}

/** A fragment as text. Somebody may have typed one that is none. */
function spelled(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

let current: Route = $state.raw(read());

export function route(): Route {
  return current;
}

export function go(path: string, replace = false): void {
  history[replace ? "replaceState" : "pushState"]({ inside: true }, "", path);
  current = read();
  scrollTo(0, 0);
}

/** Back to where the player came from; to `otherwise` where that is another site. */
export function goBack(otherwise: string): void {
  if ((history.state as { inside?: boolean } | null)?.inside) history.back();
  else go(otherwise, true);
}

addEventListener("popstate", () => (current = read()));
addEventListener("hashchange", () => (current = read()));

/** Plain clicks on links of the page stay in the page. */
document.addEventListener("click", (event) => {
  const link = (event.target as Element).closest?.("a[href^='/']");
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
  if (!link || !isPlain || link.hasAttribute("download") || event.defaultPrevented) return;
  event.preventDefault();
  go(link.getAttribute("href") ?? "/");
});
