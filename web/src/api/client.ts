import createClient from "openapi-fetch";
import type { paths } from "./schema";
import { refresh, tokens } from "./tokens";
import type { Problem } from "./types";

/** What the server refused, with its code; or `offline`, where no answer came. */
export class Refusal extends Error {
  constructor(
    readonly code: Problem["code"] | "offline",
    readonly problem: Problem | null = null,
  ) {
    super(code);
  }
}

export const api = createClient<paths>({ baseUrl: location.origin, fetch: signed });

/** Sends a request with the access token, and once more with the next one where that has expired. */
export async function signed(request: Request): Promise<Response> {
  const token = tokens()?.access_token;
  const again = request.clone();
  if (token) request.headers.set("authorization", `Bearer ${token}`);
  const response = await fetch(request);
  if (response.status !== 401 || !token || !(await refresh(token))) return response;
  again.headers.set("authorization", `Bearer ${tokens()?.access_token}`);
  return fetch(again);
}

/** A name for one write: all its retries share it. `crypto.randomUUID` is missing on plain HTTP. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** One try: what was answered, or a refusal. */
export async function ask<T>(call: () => Promise<Answer<T>>): Promise<T> {
  let answer: Answer<T>;
  try {
    answer = await call();
  } catch {
    throw new Refusal("offline");
  }
  if (answer.response.ok) return answer.data as T;
  const problem = answer.error as Problem | undefined;
  if (!problem?.code) throw new Refusal("internal");
  throw new Refusal(problem.code, problem);
}

/**
 * Tries until there is an answer: a lost one, a busy server and one that is being started again are no answers. The call
 * has to name its write by one key.
 */
export async function insist<T>(call: () => Promise<Answer<T>>, until = Date.now() + 20_000): Promise<T> {
  for (let wait = 300; ; wait = Math.min(wait * 2, 3_000)) {
    try {
      return await ask(call);
    } catch (error) {
      const status = error instanceof Refusal ? (error.problem?.status ?? 0) : 0;
      const isNoAnswer = error instanceof Refusal && (error.code === "offline" || status === 429 || status >= 500);
      if (!isNoAnswer || Date.now() + wait > until) throw error;
      await new Promise((wake) => setTimeout(wake, wait));
    }
  }
}
