import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [svelte()],
  build: {
    // Phones of the last four years. `light-dark()` is written out for those that do not know it.
    target: ["es2022", "safari16", "chrome107", "firefox110"],
    // The page's policy allows no `data:` addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
