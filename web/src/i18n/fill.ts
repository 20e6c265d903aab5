/** A text with its placeholders filled in: `{min}` is the member `min` of `parts`, `{0}` its first item. */
export const fill = (text: string, parts: object): string => text.replace(/\{(\w+)\}/g, (_, name: string) => String((parts as Record<string, unknown>)[name] ?? ""));
