/**
 * The server's time, estimated on this device. A message is delayed by the network, so the least difference of the last
 * five is the best estimate.
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

/** Milliseconds from now to a time of the server; 0 if it is past. */
export function until(time: string): number {
  return Math.max(0, Date.parse(time) - serverNow());
}

/** The server's time in the server's format. */
export function heardNow(): string {
  return new Date(serverNow()).toISOString();
}
