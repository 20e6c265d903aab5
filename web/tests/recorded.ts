import type { Page } from "@playwright/test";

/** One answer of a server; a stream has the messages up to then, and stays open. */
export interface Answer {
  status: number;
  type: string;
  body: string;
}

/** The requests of a page, by method and path, with their answers and the time: with them the page can be drawn again. */
export interface Recorded {
  path: string;
  now: string;
  me: string | null;
  /** The table at which the guide of the first hand is on. */
  guided?: string;
  answers: Record<string, Answer>;
}

interface PageWindow {
  recorded: Record<string, Answer>;
  missing: string[];
}

/** Keeps whatever the server answers this page. */
export async function record(page: Page): Promise<() => Promise<Record<string, Answer>>> {
  await page.addInitScript(() => {
    const recorded: Record<string, Answer> = ((window as unknown as PageWindow).recorded = {});
    const ask = window.fetch.bind(window);
    window.fetch = async (...asked) => {
      const request = new Request(...asked);
      const { pathname, search } = new URL(request.url);
      const response = await ask(request);
      if (!pathname.startsWith("/v1/")) return response;
      const type = response.headers.get("content-type") ?? "";
      const answer: Answer = { status: response.status, type, body: "" };
      recorded[`${request.method} ${pathname}${search}`] = answer;
      if (!type.startsWith("text/event-stream")) {
        answer.body = await response.clone().text();
        return response;
      }
      const [one, other] = response.body!.tee();
      void one.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).pipeTo(new WritableStream({ write: (text) => void (answer.body += text) })).catch(() => {});
      return new Response(other, { status: response.status, headers: response.headers });
    };
  });
  return () => page.evaluate(() => (window as unknown as PageWindow).recorded);
}

/** Answers this page as it was answered then, at the time that it was then. `isLost`: the streams end, and do not come again. */
export async function replay(page: Page, { answers, now, me, guided }: Recorded, settings: object, isLost = false): Promise<() => Promise<string[]>> {
  await page.clock.setFixedTime(now);
  await page.addInitScript(
    ({ answers, settings, me, guided, isLost }) => {
      localStorage.clear();
      if (me) {
        const tokens = { access_token: "x", refresh_token: "x", access_expires_at: "2099-01-01T00:00:00Z", refresh_expires_at: "2099-01-01T00:00:00Z" };
        localStorage.setItem("cardroom.tokens", JSON.stringify(tokens));
        localStorage.setItem("cardroom.me", me);
      }
      localStorage.setItem("cardroom.settings", JSON.stringify(settings));
      if (guided) localStorage.setItem("cardroom.guide", JSON.stringify({ table: guided, taken: [] }));
      Math.random = () => 0.5;
      const missing: string[] = ((window as unknown as PageWindow).missing = []);
      const answered = new Set<string>();
      const ask = window.fetch.bind(window);
      window.fetch = async (...asked) => {
        const request = new Request(...asked);
        const { pathname, search } = new URL(request.url);
        if (!pathname.startsWith("/v1/")) return ask(request);
        const name = `${request.method} ${pathname}${search}`;
        const answer = answers[name];
        if (!answer) {
          missing.push(name);
          return new Response('{"code":"not_found"}', { status: 404, headers: { "content-type": "application/problem+json" } });
        }
        const headers = { "content-type": answer.type };
        if (!answer.type.startsWith("text/event-stream")) return new Response(answer.status === 204 ? null : answer.body, { status: answer.status, headers });
        if (isLost && answered.has(name)) return new Promise(() => {});
        answered.add(name);
        const body = new ReadableStream({
          start(stream) {
            stream.enqueue(new TextEncoder().encode(answer.body));
            if (isLost) stream.close();
          },
        });
        return new Response(body, { status: 200, headers });
      };
    },
    { answers, settings, me, guided, isLost },
  );
  return () => page.evaluate(() => (window as unknown as PageWindow).missing);
}
