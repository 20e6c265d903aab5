import { t } from "../i18n/index.svelte";

/** What a table is called: those that the house offers have names in each language. */
export const tableName = (name: string): string => t().house[name] ?? name;

/** What a player is called: the house names its computers, and names them in each language. */
export const nameOf = ({ name, computer }: { name: string; computer?: unknown }): string => (computer ? (t().house[name] ?? name) : name);
