// Holds the built page to its budgets, in bytes after gzip. Runs after each build, and fails it where one is missed.
import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const assets = new URL("../dist/assets/", import.meta.url);
const names = readdirSync(assets);
const size = (name) => gzipSync(readFileSync(new URL(name, assets)), { level: 9 }).length;
const read = (name) => readFileSync(new URL(name, assets), "utf8");

/** A script and everything that it imports before it runs. */
function whole(name, seen = new Set()) {
  if (seen.has(name)) return seen;
  seen.add(name);
  for (const [, other] of read(name).matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g)) whole(other, seen);
  return seen;
}

/** The one script of a part, by its name before the hash. A part that is not there would make every sum too small. */
function find(part) {
  const found = names.filter((name) => name.startsWith(`${part}-`) && name.endsWith(".js") && name.length === part.length + 12);
  if (found.length !== 1) throw new Error(`${part}: ${found.length} scripts`);
  return found[0];
}

const sum = (list) => [...list].reduce((total, name) => total + size(name), 0);
const html = readFileSync(new URL("../dist/index.html", import.meta.url), "utf8");
const entry = html.match(/assets\/([^"]+\.js)/)[1];
const first = whole(entry);
for (const preload of html.matchAll(/modulepreload[^>]+assets\/([^"]+\.js)/g)) whole(preload[1], first);
whole(find("zh"), first);

/** The styles that come with scripts: those of the page, and of each part by the name of its script. */
function stylesOf(scripts) {
  const bare = (name) => name.replace(/-[\w-]{8}\.(js|css)$/, "");
  const parts = new Set([...scripts].map(bare));
  const linked = [...html.matchAll(/assets\/([^"]+\.css)/g)].map(([, name]) => name);
  return names.filter((name) => name.endsWith(".css") && (linked.includes(name) || parts.has(bare(name))));
}

const kilobyte = 1024;
const budgets = [["first screen, with the larger language", sum(first), 40]];
const table = new Set(first);
for (const part of ["Inside", "TableScreen", "holdem", "zh.holdem"]) whole(find(part), table);
budgets.push(["a table of Hold'em in play, with that", sum(table), 60]);
for (const game of ["doudizhu", "shengji"]) {
  const more = new Set([...whole(find(game)), ...whole(find(`zh.${game}`))].filter((name) => !table.has(name)));
  budgets.push([`${game}, beyond that`, sum(more), 12]);
}
budgets.push(["styles of that table", sum(stylesOf(table)), 12]);

for (const [what, is, most] of budgets) {
  const isMissed = is > most * kilobyte;
  console.log(`${(is / kilobyte).toFixed(1).padStart(6)} of ${most} KB  ${what}${isMissed ? "  MISSED" : ""}`);
  if (isMissed) process.exitCode = 1;
}
const all = names.filter((name) => /\.(js|css)$/.test(name));
console.log(`${(sum(all) / kilobyte).toFixed(1).padStart(6)} KB  everything, all languages and games`);
