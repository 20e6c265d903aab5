export type Route =
  | { name: "lobby" | "profile" | "settings" | "lost" }
  | { name: "table"; id: string; code: string | null }
  | { name: "hands"; id: string }
  | { name: "hand"; id: string };

function read(): Route {
  const { pathname, hash } = location;
  const [, first = "", id = "", sub = ""] = pathname.split("/");
  if (pathname === "/") return { name: "lobby" };
  // The code is in the fragment: it reaches no server, no proxy and no log.
  if (first === "t" && id && !sub) return { name: "table", id, code: hash ? decodeURIComponent(hash.slice(1)) : null };
  if (first === "t" && sub === "hands") return { name: "hands", id };
  if (first === "h" && id) return { name: "hand", id };
  if (first === "me") return { name: "profile" };
  if (first === "settings") return { name: "settings" };
  return { name: "lost" };
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
