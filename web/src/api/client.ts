import type { Client } from "openapi-fetch";
import type { paths } from "./schema";
import { refresh, tokens } from "./tokens";
import type { Problem } from "./types";

/** A refusal of the server, with its code; or `offline`, if no answer came. */
export class Refusal extends Error {
  readonly status: number;
  /** The least time before the next try, in milliseconds. */
  readonly wait: number;

  constructor(
    readonly code: Problem["code"] | "offline",
    readonly problem: Problem | null = null,
    response?: Response,
  ) {
    super(code);
    this.status = response?.status ?? 0;
    this.wait = response ? waitOf(response) : 0;
  }

  /** After a lost answer, a busy server or a restart the request may be sent again. */
  get isNoAnswer(): boolean {
    return this.code === "offline" || this.status === 429 || this.status >= 500;
  }
}

/** The value of `Retry-After`, in milliseconds. */
export function waitOf({ headers }: Response): number {
  return Math.max(0, Number(headers.get("retry-after")) * 1000 || 0);
}

type Named = Record<string, unknown>;

interface Init {
  params?: { path?: Named; query?: Named; header?: Named };
  body?: unknown;
}

/** After this many milliseconds an answer counts as lost: a connection that broke during sleep never reports it. */
const patience = 10_000;

/** The arguments of a call. Null or absent ones are not sent. */
function calls(method: string) {
  return async (template: string, { params: { path = {}, query = {}, header = {} } = {}, body }: Init = {}) => {
    const url = new URL(template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(path[name]))), location.origin);
    for (const [name, value] of Object.entries(query)) if (value != null) url.searchParams.set(name, String(value));
    const headers = new Headers();
    for (const [name, value] of Object.entries(header)) if (value != null) headers.set(name, String(value));
    if (body !== undefined) headers.set("content-type", "application/json");
    const signal = AbortSignal.timeout(patience);
    const response = await signed(new Request(url, { method, headers, body: JSON.stringify(body), signal }));
    const isJson = response.headers.get("content-type")?.includes("json") ?? false;
    const answer: unknown = isJson ? await response.json() : undefined;
    // An object, or nothing at all: an answer with anything else is not from Cardroom.
    const isOurs = isJson ? isObject(answer) : response.status === 204;
    return response.ok && isOurs ? { data: answer, response } : { error: answer, response };
  };
}

function isObject(answer: unknown): answer is object {
  return typeof answer === "object" && answer !== null && !Array.isArray(answer);
}

const methods = ["GET", "PUT", "POST", "PATCH", "DELETE"] as const;

/**
 * The routes of the API, with their types: openapi-fetch is used only for the types, the few lines above send the
 * request.
 */
export const api = Object.fromEntries(methods.map((method) => [method, calls(method)])) as unknown as Pick<
  Client<paths>,
  (typeof methods)[number]
>;

/** Sends a request with the access token, and once more with a new one if it has expired. */
export async function signed(request: Request): Promise<Response> {
  const token = tokens()?.access_token;
  const again = request.clone();
  if (token) request.headers.set("authorization", `Bearer ${token}`);
  const response = await fetch(request);
  if (response.status !== 401 || !token || !(await refresh(token))) return response;
  again.headers.set("authorization", `Bearer ${tokens()?.access_token}`);
  return fetch(again);
}

/** The idempotency key of one write: all its tries share it. `crypto.randomUUID` is missing on plain HTTP. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** One try: an answer, or a refusal. */
export async function ask<T>(call: () => Promise<Answer<T>>): Promise<T> {
  let answer: Answer<T>;
  try {
    answer = await call();
  } catch {
    throw new Refusal("offline");
  }
  if (!("error" in answer)) return answer.data as T;
  const problem = answer.error as Problem | undefined;
  throw new Refusal(problem?.code ?? "internal", problem ?? null, answer.response);
}

/**
 * Tries until there is an answer, no sooner than the server allows. A write needs an idempotency key, the same for all
 * tries.
 */
export async function insist<T>(call: () => Promise<Answer<T>>, until = Date.now() + 20_000): Promise<T> {
  for (let wait = 300; ; wait = Math.min(wait * 2, 3_000)) {
    try {
      return await ask(call);
    } catch (error) {
      if (!(error instanceof Refusal) || !error.isNoAnswer) throw error;
      const pause = Math.max(wait, error.wait);
      if (Date.now() + pause > until) throw error;
      await new Promise((wake) => setTimeout(wake, pause));
    }
  }
}
