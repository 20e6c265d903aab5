import { mount } from "svelte";
import App from "./App.svelte";
import { language } from "./i18n/index.svelte";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/keys.css";

// After an upgrade of the server, a part of the old page may be gone: the new page is one load away. Where the line is lost
// instead, a reload would lose the page as well.
addEventListener("vite:preloadError", () => void renew().catch(() => {}));

async function renew(): Promise<void> {
  const newest = await (await fetch("/", { cache: "no-store" })).text();
  const own = document.querySelector<HTMLScriptElement>("script[type=module]")?.src.split("/").at(-1);
  // Once for each release, not for ever.
  if (!own || newest.includes(own) || sessionStorage.getItem("cardroom.reloaded") === own) return;
  sessionStorage.setItem("cardroom.reloaded", own);
  location.reload();
}

await language.load();
mount(App, { target: document.getElementById("app")! });
// What may go wrong is said in words that nothing waits for.
void language.need("problems");
