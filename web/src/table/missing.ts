import { t } from "../i18n/index.svelte";
import { session } from "../state/session.svelte";
import { lacksChips, sitsOut } from "./area";
import { nameOf } from "./named";
import { playedName } from "./result";
import type { Table } from "./table.svelte";

/**
 * Which other players are not dealt into the next hand, and why: those who sit here, and those of the last hand whose
 * chair is free.
 */
export function missing(table: Table): string {
  const [view, words] = [table.view!, t().menu];
  const others = view.chairs.filter((chair) => chair !== table.myChair && !chair.computer);
  const out = others.filter(sitsOut).map(nameOf);
  const poor = others.filter((chair) => !sitsOut(chair) && lacksChips(view, chair)).map(nameOf);
  const left = (view.last_result?.players ?? []).filter(({ seat, player }) => table.chair(seat) === null && player !== session.me?.id).map((played) => playedName(table, played));
  const parts = [out.length > 0 && words.sitOutNow(out), poor.length > 0 && words.haveNoChips(poor), left.length > 0 && words.haveLeft(left)];
  return parts.filter(Boolean).join(" · ");
}
