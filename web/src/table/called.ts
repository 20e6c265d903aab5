import { language, t } from "../i18n/index.svelte";
import { go } from "../routes.svelte";
import { play, vibrate } from "../ui/sounds";
import { toast } from "../ui/toasts.svelte";
import { tableName } from "./named";
import type { Table } from "./table.svelte";

/** A chair is kept for this player, for a minute. */
export async function called(table: Table): Promise<void> {
  await language.need("table");
  toast(t().menu.called(tableName(table.view?.options.name ?? "")), { label: t().menu.sitDown, do: () => go(`/t/${table.id}`) });
  play("turn");
  vibrate(60, 80, 60);
}
