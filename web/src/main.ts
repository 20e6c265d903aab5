import { mount } from "svelte";
import App from "./App.svelte";
import { language } from "./i18n/index.svelte";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/keys.css";

// After an upgrade of the server, a part of the old page may be gone: the new page is one load away. Once, not for ever.
addEventListener("vite:preloadError", (event) => {
  if (sessionStorage.getItem("cardroom.reloaded")) return;
  sessionStorage.setItem("cardroom.reloaded", "yes");
  event.preventDefault();
  location.reload();
});

await language.load();
mount(App, { target: document.getElementById("app")! });
