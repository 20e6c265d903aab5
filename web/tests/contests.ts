import type { Schemas } from "../src/api/types";
import { act, call, view, type Guest } from "./players";

type View = Schemas["Tournament"];
type Options = Partial<Schemas["NewTournamentOptions"]>;

/** Announced by the first guest, and entered by all of them. */
export async function contest(guests: Guest[], holdem: Partial<Schemas["NewHoldemTournament"]>, more: Options = {}, host = guests[0]!): Promise<string> {
  const options = { name: "Sunday club", game: { holdem }, max_entrants: guests.length, prize: 100, ...more };
  const { id, invite_code } = await call<View>("POST", "/v1/tournaments", host.token, options, host.at);
  for (const each of guests) await enter(id, each, invite_code);
  return id;
}

export async function enter(id: string, { token, at }: Guest, code: string | null = null): Promise<View> {
  const headers: Record<string, string> = { authorization: `Bearer ${token}` };
  if (code) headers["invite-code"] = code;
  const response = await fetch(`${at}/v1/tournaments/${id}/registration`, { method: "PUT", headers });
  const answer = (await response.json()) as View & { code?: string };
  if (!response.ok) throw new Error(`entering: ${answer.code}`);
  return answer;
}

export const read = (id: string, { token, at }: Guest) => call<View>("GET", `/v1/tournaments/${id}`, token, undefined, at);

/** Waits until this holds of the tournament. */
export async function until(id: string, who: Guest, holds: (view: View) => boolean, millis = 60_000): Promise<View> {
  for (const end = Date.now() + millis; Date.now() < end; await new Promise((wake) => setTimeout(wake, 150))) {
    const now = await read(id, who);
    if (holds(now)) return now;
  }
  throw new Error("the tournament does not come so far");
}

/** A guest puts all chips in, or calls; false if it is not their turn. */
export async function shove(table: string, guest: Guest): Promise<boolean> {
  const { you, hand } = await view(table, guest);
  if (!hand || !you?.options || !("holdem" in you.options)) return false;
  const { raise_max, wager, call: price, check } = you.options.holdem as Schemas["HoldemOptions"] & { call?: unknown };
  const action: Schemas["HoldemAction"] = wager && raise_max !== null ? { type: wager, to: raise_max } : price !== null && price !== undefined ? { type: "call" } : check ? { type: "check" } : { type: "fold" };
  return act(table, guest, { holdem: action }).then(() => true, () => false);
}

/** Levels of this many seconds. */
export const levels = (seconds: number[], pause?: number): Schemas["NewHoldemTournament"]["structure"] =>
  seconds.flatMap((length, at) => {
    const level = { type: "level" as const, small_blind: 10 * (at + 1), big_blind: 20 * (at + 1), ante: { type: "none" as const }, length: { seconds: length } };
    return at === 0 && pause ? [level, { type: "break" as const, seconds: pause }] : [level];
  });
