import { games, type GameName } from "./api/types";
import { codeOf } from "./screens/code";
import { isMarked, onceLeft } from "./ui/back";

export type Route =
  | { name: "lobby" | "tournaments" | "profile" | "ledger" | "myHands" | "friends" | "account" | "settings" }
  /** No screen has this address. */
  | { name: "lost"; what: "page" | "table" | "hand" | "tournament" }
  /** `view`: the tournament itself, the player's result, the screen of its host, or the one for a room. */
  | { name: "tournament"; id: string; code: string | null; view: "" | "out" | "host" | "board" }
  | { name: "ratings"; game: GameName }
  | { name: "claim"; code: string }
  | { name: "learn"; game: GameName }
  /** `watches`: to watch, without an invitation to sit down first. */
  | { name: "table"; id: string; code: string | null; watches: boolean }
  | { name: "hands"; id: string }
  | { name: "hand"; id: string };

/** The forms of the ids of tables, hands and tournaments. */
const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

function read(): Route {
  const { pathname, hash } = location;
  const [, first = "", id = "", sub = ""] = pathname.split("/");
  if (pathname === "/") return { name: "lobby" };
  // A code is in the fragment, so it reaches no server, proxy or log.
  const code = codeOf(spelled(hash));
  if (first === "t" && id && !isId(id)) return { name: "lost", what: "table" };
  if (first === "h" && id && !isId(id)) return { name: "lost", what: "hand" };
  if (first === "t" && id && (!sub || sub === "watch")) return { name: "table", id, code: code || null, watches: sub === "watch" };
  if (first === "claim") return { name: "claim", code };
  if (first === "t" && id && sub === "hands") return { name: "hands", id };
  if (first === "h" && id) return { name: "hand", id };
  if (first === "me" && !id) return { name: "profile" };
  if (first === "me" && id === "ledger") return { name: "ledger" };
  if (first === "me" && id === "hands") return { name: "myHands" };
  if (first === "me" && id === "friends") return { name: "friends" };
  if (first === "me" && id === "account") return { name: "account" };
  if (first === "learn" && !sub) return { name: "learn", game: games.find((game) => game === id) ?? "holdem" };
  if (first === "ratings" && !sub) return { name: "ratings", game: games.find((game) => game === id) ?? "holdem" };
  if (first === "tournaments" && !id) return { name: "tournaments" };
  if (first === "tournaments" && /^(out|host|board)?$/.test(sub)) return isId(id) ? { name: "tournament", id, code: code || null, view: sub as "" } : { name: "lost", what: "tournament" };
  if (first === "settings") return { name: "settings" };
  return { name: "lost", what: "page" };
}

/** A fragment as text. A typed one may be invalid. */
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
  onceLeft(() => {
    // The history entry of an open sheet is skipped.
    history[replace || isMarked() ? "replaceState" : "pushState"]({ inside: true }, "", path);
    current = read();
    scrollTo(0, 0);
  });
}

/** Back to the previous screen; to `otherwise` if that is another site. */
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
