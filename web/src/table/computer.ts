import type { Chair } from "../api/types";

export const levels = ["novice", "intermediate", "advanced"] as const;

export type Level = (typeof levels)[number];

/** The level of the computer in this chair, 1 to 3; null for a person. */
export function levelOf({ computer }: Chair): number | null {
  return computer ? levels.indexOf(computer.level) + 1 : null;
}
