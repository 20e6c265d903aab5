import type { Words } from "../i18n/en";
import { t } from "../i18n/index.svelte";

/** The words come with those of a table. */
const own = (name: string): string => (t() as Partial<Words>).house?.[name] ?? name;

/** A table's name: those that the server offers have names in each language. */
export const tableName = (name: string): string => own(name);

/** A player's name: the server's computers have names in each language. */
export const nameOf = ({ name, computer }: { name: string; computer?: unknown }): string => (computer ? own(name) : name);
