import { api, insist, newKey } from "../api/client";
import type { Schemas } from "../api/types";
import { tournamentOf, type Tournament } from "./tournament.svelte";

/** What a player, or the host of a tournament, can do. Each returns true once it is done; the tournament has the reason if it is not. */

export async function announce(body: Schemas["NewTournamentOptions"]): Promise<Tournament> {
  const params = { header: { "Idempotency-Key": newKey() } };
  const view = await insist(() => api.POST("/v1/tournaments", { params, body }));
  const tournament = tournamentOf(view.id, view.invite_code);
  tournament.view = view;
  return tournament;
}

export function register(it: Tournament): Promise<boolean> {
  const params = it.named();
  return it.write(() => api.PUT("/v1/tournaments/{id}/registration", { params }));
}

/** Enters an event of teams as the partner of the player who sees this code. */
export function joinTeam(it: Tournament, code: string): Promise<boolean> {
  const params = it.named();
  return it.write(() => api.PUT("/v1/tournaments/{id}/team", { params, body: { code } }));
}

export function unregister(it: Tournament): Promise<boolean> {
  const params = it.named();
  return it.write(() => api.DELETE("/v1/tournaments/{id}/registration", { params }));
}

export function rebuy(it: Tournament): Promise<boolean> {
  const params = it.named();
  return it.write(() => api.POST("/v1/tournaments/{id}/rebuy", { params }));
}

export function declineRebuy(it: Tournament): Promise<boolean> {
  const params = it.named();
  return it.write(() => api.DELETE("/v1/tournaments/{id}/rebuy", { params }));
}

export function takeAddOn(it: Tournament): Promise<boolean> {
  const params = it.named();
  return it.write(() => api.POST("/v1/tournaments/{id}/add-on", { params }));
}

export function proposeDeal(it: Tournament, body: Schemas["TournamentDealTerms"]): Promise<boolean> {
  const params = it.named();
  return it.write(() => api.POST("/v1/tournaments/{id}/deal", { params, body }));
}

export function answerDeal(it: Tournament, accept: boolean): Promise<boolean> {
  const params = it.named();
  return it.write(() => api.PUT("/v1/tournaments/{id}/deal", { params, body: { accept } }));
}

export function pause(it: Tournament, isPause: boolean): Promise<boolean> {
  const params = it.named();
  return it.write(() => (isPause ? api.PUT("/v1/tournaments/{id}/pause", { params }) : api.DELETE("/v1/tournaments/{id}/pause", { params })));
}

/** Begins the next level at once. */
export function nextLevel(it: Tournament): Promise<boolean> {
  const params = it.named();
  return it.write(() => api.POST("/v1/tournaments/{id}/next-level", { params }));
}

/** Takes the entry of another player back before the start, or disqualifies the player after it. */
export function remove(it: Tournament, player: string): Promise<boolean> {
  const { path, header } = it.named();
  const params = { path: { ...path, player }, header };
  return it.write(() => api.DELETE("/v1/tournaments/{id}/players/{player}", { params }));
}

/** A new invite code: the one before lets nobody in any more. */
export function newCode(it: Tournament): Promise<boolean> {
  const params = it.named();
  return it.write(() => api.PUT("/v1/tournaments/{id}/invite-code", { params }));
}

export function cancel(it: Tournament): Promise<boolean> {
  const params = it.named();
  return it.write(() => api.DELETE("/v1/tournaments/{id}", { params }));
}
