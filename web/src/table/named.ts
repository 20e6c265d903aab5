import type { Words } from "../i18n/en";
import { t } from "../i18n/index.svelte";

/** The words come with those of a table. */
const own = (name: string): string => (t() as Partial<Words>).house?.[name] ?? name;

/** What a table is called: those that the house offers have names in each language. */
export const tableName = (name: string): string => own(name);

/** What a player is called: the house names its computers, and names them in each language. */
export const nameOf = ({ name, computer }: { name: string; computer?: unknown }): string => (computer ? own(name) : name);
