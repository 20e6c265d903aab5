// Holds the built page to its budgets, in bytes after gzip. Runs after each build.
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
  for (const [, other] of read(name).matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) whole(other, seen);
  return seen;
}

const sum = (list) => [...list].reduce((total, name) => total + size(name), 0);
const find = (start) => names.find((name) => name.startsWith(start) && name.endsWith(".js"));
const html = readFileSync(new URL("../dist/index.html", import.meta.url), "utf8");
const entry = html.match(/assets\/([^"]+\.js)/)[1];
const first = whole(entry);
for (const preload of html.matchAll(/modulepreload[^>]+assets\/([^"]+\.js)/g)) whole(preload[1], first);
whole(find("zh-"), first);

const kilobyte = 1024;
const budgets = [["first screen, with the larger language", sum(first), 40 * kilobyte]];
const table = new Set(first);
for (const part of ["Inside-", "TableScreen-", "holdem-", "zh.holdem-"]) whole(find(part), table);
budgets.push(["a table of Hold'em, with that", sum(table), 68 * kilobyte]);
for (const game of ["doudizhu", "shengji"]) {
  const more = new Set([...whole(find(`${game}-`)), ...whole(find(`zh.${game}-`))].filter((name) => !table.has(name)));
  budgets.push([`${game}, beyond that`, sum(more), 12.5 * kilobyte]);
}
budgets.push(["all styles", sum(names.filter((name) => name.endsWith(".css"))), 18 * kilobyte]);

for (const [what, is, most] of budgets) {
  console.log(`${(is / kilobyte).toFixed(1).padStart(6)} of ${most / kilobyte} KB  ${what}`);
  if (is > most) process.exitCode = 1;
}
