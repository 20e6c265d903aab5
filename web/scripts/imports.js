// Games do not know each other, and the parts in `ui/` do not know the server: only their imports could tell. And every button says
// whether it submits: in a form, one that says nothing does.
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
  const lines = text.trimEnd().split("\n").length;
  if (lines > 400 && !file.endsWith("schema.d.ts")) fail(`${file}: ${lines} lines`);
  for (const button of buttonsOf(text)) if (!/\stype=("(button|submit)"|\{)/.test(button)) fail(`${file}: a button without a type: ${button}`);
  for (const { from, never } of rules) {
    if (!from.test(file)) continue;
    for (const [, path] of text.matchAll(/from "([^"]+)"/g)) if (never.test(path)) fail(`${file} imports ${path}`);
  }
}

/** The opening tags: what is in braces may have a `>` of its own. */
function buttonsOf(text) {
  return [...text.matchAll(/<button\b/g)].map(({ index }) => {
    let [end, depth] = [index, 0];
    for (; end < text.length && (text[end] !== ">" || depth > 0); end++) depth += { "{": 1, "}": -1 }[text[end]] ?? 0;
    return text.slice(index, end);
  });
}

function fail(text) {
  console.error(text);
  process.exitCode = 1;
}
