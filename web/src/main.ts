import { mount } from "svelte";
import App from "./App.svelte";
import { language } from "./i18n/index.svelte";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/keys.css";

// After an upgrade of the server, a part of the old page may be gone: a reload gets the new page. If the connection is
// lost instead, a reload would lose the page as well.
addEventListener("vite:preloadError", () => void renew().catch(() => {}));

// Vite requests a stylesheet once. If that fails, it is requested again, or its part would be shown without it.
addEventListener("error", ({ target }) => {
  const link = target as HTMLLinkElement;
  if (link.rel === "stylesheet") setTimeout(() => link.replaceWith(link.cloneNode()), 2_000);
}, true);

async function renew(): Promise<void> {
  const newest = await (await fetch("/", { cache: "no-store" })).text();
  const own = document.querySelector<HTMLScriptElement>("script[type=module]")?.src.split("/").at(-1);
  // Once for each release, to avoid a loop.
  if (!own || newest.includes(own) || sessionStorage.getItem("cardroom.reloaded") === own) return;
  sessionStorage.setItem("cardroom.reloaded", own);
  location.reload();
}

await language.load();
mount(App, { target: document.getElementById("app")! });
// The texts of errors are loaded without waiting for them.
void language.need("problems");
