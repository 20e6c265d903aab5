import type { Who } from "../table/who";
import { fill } from "./fill";

/** A sentence about a person, whose name is `{0}`. The form for the reader follows `|`. */
export function sentence(text: string, who: Who, ...parts: (string | number)[]): string {
  const [third = "", second = third] = text.split("|");
  return fill(who.you ? second : third, [who.name, ...parts]);
}
