/**
 * The server's time, as this device can tell it. A message takes its time to come: the least difference of the last five
 * is nearest to the truth.
 */
const seen: number[] = [];
let offset = 0;

export function heard(now: string): void {
  seen.push(Date.now() - Date.parse(now));
  if (seen.length > 5) seen.shift();
  offset = Math.min(...seen);
}

export function serverNow(): number {
  return Date.now() - offset;
}

/** Milliseconds from now to a time of the server; 0 where it is past. */
export function until(time: string): number {
  return Math.max(0, Date.parse(time) - serverNow());
}

/** The server's time as it writes times. */
export function heardNow(): string {
  return new Date(serverNow()).toISOString();
}
