import { t } from "../i18n/index.svelte";
import { session } from "../state/session.svelte";
import type { TableView } from "../api/types";
import { nameOf } from "./named";
import type { Who } from "./who";

/** The players' names, as far as a table has sent them: some events name their player by id alone. */
class People {
  #names = new Map<string, string>();

  meet(view: TableView): void {
    for (const { player, name } of view.last_result?.players ?? []) this.#names.set(player, name);
    for (const each of [...view.chairs, ...view.waiting]) this.#names.set(each.player, nameOf(each));
  }

  named(player: string, name: string): Who {
    this.#names.set(player, name);
    return this.who(player);
  }

  who(player: string): Who {
    const you = player === session.me?.id;
    return { you, name: you ? t().table.you : (this.#names.get(player) ?? t().event.somebody) };
  }
}

export const people = new People();
