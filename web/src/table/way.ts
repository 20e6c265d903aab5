import type { Table } from "./table.svelte";

/** How others come to a table: by its address, with the code behind it where it needs one. */
export function wayTo(table: Table): { code: string | null; link: string } {
  const code = table.view?.you?.invite_code ?? table.code;
  return { code, link: `${location.origin}/t/${table.id}${code ? `#${encodeURIComponent(code)}` : ""}` };
}
