import { t } from "../i18n/index.svelte";
import { read, write } from "../state/kept";
import type { Level } from "../table/computer";

/** Who one plays with: people, or computers of a level. */
export type Company = Level | "people";

const place = "cardroom.company";
const kept = read(place);

/** What somebody who is on the way in has chosen so far. It stays from one screen to the next. */
class Guest {
  name: string = $state("");
  company: Company = $state(kept === "people" || kept === "intermediate" || kept === "advanced" ? kept : "novice");

  /** A name to begin with: the one from before, or a suggestion. */
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
