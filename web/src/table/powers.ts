import { api } from "../api/client";
import type { Preferences, Schemas, Seat } from "../api/types";
import { settings } from "../state/settings.svelte";
import type { Table } from "./table.svelte";

/** The actions at a table beside playing. Each returns true once it is done; the table has the reason if it is not. */

export function sitDown(table: Table, buyIn: number, seat: Seat | null, entry: Schemas["Entry"] = "post"): Promise<boolean> {
  const body = { buy_in: buyIn, seat, entry, invite_code: table.code };
  const params = table.named();
  return table.write(() => api.POST("/v1/tables/{id}/seats", { params, body }));
}

export function standUp(table: Table): Promise<boolean> {
  const params = table.named();
  return table.write(() => api.DELETE("/v1/tables/{id}/seats/me", { params }));
}

export function topUp(table: Table, amount: number): Promise<boolean> {
  const params = table.named();
  return table.write(() => api.POST("/v1/tables/{id}/seats/me/top-up", { params, body: { amount } }));
}

export function sitOut(table: Table): Promise<boolean> {
  const params = table.named();
  return table.write(() => api.POST("/v1/tables/{id}/seats/me/sit-out", { params }));
}

/** Lets the clock act for the player at once. */
export function goAway(table: Table): Promise<boolean> {
  const params = table.named();
  return table.write(() => api.POST("/v1/tables/{id}/seats/me/away", { params }));
}

export function comeBack(table: Table): Promise<boolean> {
  const params = table.named();
  return table.write(() => api.POST("/v1/tables/{id}/seats/me/return", { params, body: {} }));
}

export function ready(table: Table): Promise<boolean> {
  const params = table.named();
  return table.write(() => api.POST("/v1/tables/{id}/seats/me/ready", { params }));
}

export function deal(table: Table): Promise<boolean> {
  const params = table.named();
  return table.write(() => api.POST("/v1/tables/{id}/hands", { params }));
}

/** Joins the waiting line if every chair is taken. */
export function wait(table: Table): Promise<boolean> {
  const params = table.named();
  return table.write(() => api.POST("/v1/tables/{id}/waiting", { params, body: { invite_code: table.code } }));
}

export function waitNoLonger(table: Table): Promise<boolean> {
  const params = table.named();
  return table.write(() => api.DELETE("/v1/tables/{id}/waiting/me", { params }));
}

export function emote(table: Table, emote: Schemas["Emote"]): Promise<boolean> {
  const params = table.named();
  return table.write(() => api.POST("/v1/tables/{id}/emotes", { params, body: { emote } }));
}

export function close(table: Table): Promise<boolean> {
  const params = table.named();
  return table.write(() => api.DELETE("/v1/tables/{id}", { params }));
}

export function change(table: Table, body: Schemas["TableChanges"]): Promise<boolean> {
  const params = table.named();
  return table.write(() => api.PATCH("/v1/tables/{id}", { params, body }));
}

export function pause(table: Table, isPause: boolean): Promise<boolean> {
  const params = table.named();
  if (isPause) return table.write(() => api.PUT("/v1/tables/{id}/pause", { params }));
  return table.write(() => api.DELETE("/v1/tables/{id}/pause", { params }));
}

export function handOver(table: Table, player: string): Promise<boolean> {
  const params = table.named();
  return table.write(() => api.PUT("/v1/tables/{id}/host", { params, body: { player } }));
}

export function remove(table: Table, player: string): Promise<boolean> {
  const { path, header } = table.named();
  const params = { path: { ...path, player }, header };
  return table.write(() => api.DELETE("/v1/tables/{id}/players/{player}", { params }));
}

export function ban(table: Table, player: string, isBan: boolean): Promise<boolean> {
  const { path, header } = table.named();
  const params = { path: { ...path, player }, header };
  if (isBan) return table.write(() => api.PUT("/v1/tables/{id}/bans/{player}", { params }));
  return table.write(() => api.DELETE("/v1/tables/{id}/bans/{player}", { params }));
}

/** Sends a computer player away. */
export function sendAway(table: Table, seat: Seat): Promise<boolean> {
  const { path, header } = table.named();
  const params = { path: { ...path, seat }, header };
  return table.write(() => api.DELETE("/v1/tables/{id}/bots/{seat}", { params }));
}

export function newCode(table: Table): Promise<boolean> {
  const params = table.named();
  return table.write(() => api.PUT("/v1/tables/{id}/invite-code", { params }));
}

/** The terms on which a newcomer is dealt in. */
export function enterBy(table: Table, entry: Schemas["Entry"]): Promise<boolean> {
  const params = table.named();
  return table.write(() => api.POST("/v1/tables/{id}/seats/me/return", { params, body: { entry } }));
}

/** The player's preferences: here, and at the tables to come. */
export function prefer(table: Table, preferences: Preferences): Promise<boolean> {
  settings.preferences = preferences;
  const params = table.named();
  return table.write(() => api.PUT("/v1/tables/{id}/seats/me/preferences", { params, body: preferences }));
}

/** Seats the computers again, with the level that the table has stored. Between hands only. */
export async function changeLevel(table: Table): Promise<void> {
  const level = table.level;
  if (!level) return;
  table.level = null;
  for (const { seat, computer, next } of table.view?.chairs ?? []) {
    if (!computer || next || computer.level === level) continue;
    if (!(await sendAway(table, seat))) return;
    const params = table.named();
    await table.write(() => api.POST("/v1/tables/{id}/bots", { params, body: { level, seat } }));
  }
}
