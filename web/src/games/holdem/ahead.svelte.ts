import type { Schemas } from "../../api/types";
import { t } from "../../i18n/index.svelte";
import { toast } from "../../ui/toasts.svelte";

export type Ahead = "check_fold" | "check" | "call";

interface Situation {
  price: number;
  street: string;
}

/** A choice before the own turn, and its price. */
class ChosenAhead {
  chosen: ({ what: Ahead } & Situation) | null = $state.raw(null);
  table = "";

  toggle(what: Ahead, situation: Situation): void {
    this.chosen = this.chosen?.what === what ? null : { what, ...situation };
  }

  /** Drops a choice that no longer fits the view. */
  check(table: string, { price, street }: Situation): void {
    const chosen = this.chosen;
    if (table !== this.table || (chosen && chosen.street !== street)) this.chosen = null;
    this.table = table;
    if (!chosen || chosen.street !== street || chosen.what === "check_fold" || chosen.price === price) return;
    this.chosen = null;
    toast(t().holdem.dropped(chosen.what === "call" ? t().holdem.callAhead : t().holdem.check));
  }

  /** The choice for this turn, once; null if it no longer fits the options. */
  take(table: string, street: string, options: Schemas["HoldemOptions"]): Schemas["HoldemAction"] | null {
    const chosen = this.chosen;
    this.chosen = null;
    if (!chosen || table !== this.table || chosen.street !== street) return null;
    if (chosen.what === "check_fold") return options.check ? { type: "check" } : options.fold ? { type: "fold" } : null;
    if (chosen.what === "check") return options.check ? { type: "check" } : null;
    if (options.call === chosen.price) return { type: "call" };
    toast(t().holdem.dropped(t().holdem.callAhead));
    return null;
  }
}

export const ahead = new ChosenAhead();
