import type { Chair } from "../api/types";

const levels = ["novice", "intermediate", "advanced"];

/** How well the computer in this chair plays, 1 to 3; null for a person. */
export function levelOf(chair: Chair): number | null {
  const computer = (chair as Chair & { computer?: { level: string } | null }).computer;
  return computer ? levels.indexOf(computer.level) + 1 : null;
}
