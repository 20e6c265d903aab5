import { t } from "../i18n/index.svelte";
import { read, write } from "../state/kept";
import type { Level } from "../table/computer";

/** The opponents: people, or computers of a level. */
export type Company = Level | "people";

const place = "cardroom.company";
const kept = read(place);

/** The choices of a visitor so far. They stay from one screen to the next. */
class Guest {
  name: string = $state("");
  company: Company = $state(kept === "people" || kept === "intermediate" || kept === "advanced" ? kept : "novice");

  /** The first name in the field: the last one, or a suggestion. */
  begin(): void {
    if (!this.name) this.suggest();
  }

  suggest(): void {
    const names = t().welcome.names.split(",").filter((name) => name !== this.name);
    this.name = names[Math.floor(Math.random() * names.length)]!;
  }

  choose(company: Company): void {
    this.company = company;
    write(place, company);
  }
}

export const guest = new Guest();
