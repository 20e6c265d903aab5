import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

/**
 * Parts that are shared go together by when they are needed: on plain HTTP a browser opens six connections, and a script of
 * its own for each of them would cost a round trip more than its bytes.
 */
const groups = [
  // The first screen.
  {
    name: "core",
    test: /node_modules[\\/](svelte|esm-env|clsx)|vite[\\/]|src[\\/](api[\\/](client|tokens|types)|i18n[\\/](index|fill)|state[\\/](settings|session|kept)|routes|ui[\\/](Part|Icon|Card\.svelte|cards|GameMark|toasts|motion|busy|Choice)|table[\\/](Chips|computer|named)|screens[\\/](seats|code|guest|NameField|CompanyChoice|LanguageKey))/,
  },
  // Every other one: the line to the server, and tables as they are known.
  {
    name: "inside",
    test: /src[\\/](Inside|learn[\\/]guide\.svelte|i18n[\\/]sentence|state[\\/](live|clock)|api[\\/](stream|sse)|table[\\/](table\.svelte|Avatar|Door|title|who)|ui[\\/](screen|Seconds|Banner))/,
  },
  // What every table in play has, and what those with a fan have.
  { name: "play", test: /src[\\/](games[\\/](module|holdem[\\/](Mark|words|state))|table[\\/](TableScreen|ActionArea|area|Seat)|ui[\\/](Clock|Crown))/ },
  { name: "fan", test: /src[\\/](i18n[\\/]dotted|learn[\\/]Dotted|table[\\/](Me\.svelte|judge)|ui[\\/](Hand\.svelte|fan|Run))/ },
  // The small scripts of Shengji (a tractor is one of its plays) go with the large one.
  { name: "tractor", test: /src[\\/]games[\\/]shengji[\\/](index|Felt|Zone|Head|Trick|Seal|Mark|state|peek|words)/ },
  // What lies on the cloth of Dou Dizhu in play and after it.
  { name: "peasants", test: /src[\\/]games[\\/]doudizhu[\\/](index|Felt|Zone|Head|Said|Auction|Mark|Hat|state|words)/ },
  // The log, the announcements and the sheets of a table.
  { name: "sheets", test: /src[\\/](i18n[\\/]events|ui[\\/](Sheet|back|Confirm|Page|Rows|Switch|CardText|Suit|Link|sounds)|table[\\/](powers|way|awake|SitDown|Emote|Emotes|Log|lines|describe|people|waits|Fill|elsewhere))/ },
  // What the screens of tournaments share.
  { name: "tour", test: /src[\\/]tournaments[\\/](terms|rounds|names|tournament\.svelte|spans|seats|way|Within|Sign|LevelClock|RoundClock|Tiles)/ },
  { name: "person", test: /src[\\/](people|replay[\\/]HandLine)/ },
];

export default defineConfig({
  plugins: [svelte()],
  // The words that the terminal client has too lie beside it.
  server: { fs: { allow: [".."] } },
  build: {
    // Phones of the last four years. `light-dark()` is written out for those that do not know it.
    target: ["es2022", "safari16", "chrome107", "firefox110"],
    // The page's policy allows no `data:` addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
});
