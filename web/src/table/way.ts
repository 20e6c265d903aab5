import type { Table } from "./table.svelte";

/** The link to a table: its address, with the invite code after it if it needs one. */
export function wayTo(table: Table): { code: string | null; link: string } {
  const code = table.view?.you?.invite_code ?? table.code;
  return { code, link: `${location.origin}/t/${table.id}${code ? `#${encodeURIComponent(code)}` : ""}` };
}
