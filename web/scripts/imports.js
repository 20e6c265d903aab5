// Games do not know each other, and the parts in `ui/` do not know the server: only their imports could tell.
import { readdirSync, readFileSync } from "node:fs";

const root = new URL("../src/", import.meta.url);
const rules = [
  { from: /^games\/holdem\//, never: /\/(doudizhu|shengji)\// },
  { from: /^games\/doudizhu\//, never: /\/(holdem|shengji)\// },
  { from: /^games\/shengji\//, never: /\/(holdem|doudizhu)\// },
  { from: /^ui\//, never: /\/api\/(?!types)/ },
];

for (const file of readdirSync(root, { recursive: true })) {
  if (!/\.(ts|svelte)$/.test(file)) continue;
  const text = readFileSync(new URL(file, root), "utf8");
  const lines = text.split("\n").length;
  if (lines > 400 && !file.endsWith("schema.d.ts")) fail(`${file}: ${lines} lines`);
  for (const { from, never } of rules) {
    if (!from.test(file)) continue;
    for (const [, path] of text.matchAll(/from "([^"]+)"/g)) if (never.test(path)) fail(`${file} imports ${path}`);
  }
}

function fail(text) {
  console.error(text);
  process.exitCode = 1;
}
