import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A browser of another make, as far as its own maker's protocol drives it: Playwright has no build of it everywhere. */
export interface Engine {
  open(address: string): Promise<void>;
  /** The result of a script in the page. */
  run<T>(script: string): Promise<T>;
  /** A press with a pointer there. */
  press(x: number, y: number): Promise<void>;
  close(): Promise<void>;
}

const firstOf = (paths: (string | undefined)[]) => paths.find((path) => path && existsSync(path)) ?? null;

export const firefox = firstOf([process.env.FIREFOX, "/usr/bin/firefox-esr", "/usr/bin/firefox"]);
export const webkit = firstOf([process.env.WEBKIT_DRIVER, "/usr/bin/WebKitWebDriver"]);
const display = firstOf(["/usr/bin/Xvfb"]);
export const hasWebkit = webkit !== null && (display !== null || process.env.DISPLAY !== undefined);

const pause = (millis: number) => new Promise((wake) => setTimeout(wake, millis));

async function until<T>(what: string, ask: () => Promise<T | null | undefined>): Promise<T> {
  for (const end = Date.now() + 40_000; Date.now() < end; await pause(100)) {
    const answer = await ask().catch(() => null);
    if (answer != null) return answer;
  }
  throw new Error(`${what} did not come`);
}

async function end(process: ChildProcess | null): Promise<void> {
  if (!process || process.exitCode !== null || process.signalCode !== null) return;
  const gone = new Promise((wake) => process.once("exit", wake));
  process.kill();
  await gone;
}

/** A press as the protocols have it: to the position, down, up. */
const pointer = (x: number, y: number) => ({
  type: "pointer",
  id: "finger",
  parameters: { pointerType: "mouse" },
  actions: [{ type: "pointerMove", x: Math.round(x), y: Math.round(y), duration: 0 }, { type: "pointerDown", button: 0 }, { type: "pause", duration: 30 }, { type: "pointerUp", button: 0 }],
});

/** Firefox, over Marionette: messages on a socket, each behind its length. */
export async function openFirefox(port: number): Promise<Engine> {
  const profile = mkdtempSync(join(tmpdir(), "firefox-"));
  writeFileSync(join(profile, "user.js"), `user_pref("marionette.port", ${port});\nuser_pref("intl.accept_languages", "en-GB");\n`);
  const options = ["--headless", "--no-remote", "--marionette", "--profile", profile, "--width=500", "--height=960"];
  const browser = spawn(firefox!, options, { stdio: "ignore" });
  const socket = await until("Firefox", () => {
    const tried = connect(port, "127.0.0.1");
    return new Promise<Socket | null>((done) => tried.on("connect", () => done(tried)).on("error", () => done(null)));
  });
  type Answer = [number, number, { message: string } | null, { value: unknown } | null];
  const waits = new Map<number, (answer: Answer) => void>();
  let rest = Buffer.alloc(0);
  socket.on("data", (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    for (let colon = rest.indexOf(":"); colon > 0; colon = rest.indexOf(":")) {
      const end = colon + 1 + Number(rest.subarray(0, colon));
      if (rest.length < end) return;
      const message: unknown = JSON.parse(rest.subarray(colon + 1, end).toString());
      rest = rest.subarray(end);
      // The first message names the browser, and is no answer.
      if (Array.isArray(message)) waits.get(message[1] as number)?.(message as Answer);
    }
  });
  let last = 0;
  const send = async <T>(command: string, parameters: object = {}): Promise<T> => {
    const id = ++last;
    const text = JSON.stringify([0, id, `WebDriver:${command}`, parameters]);
    const [, , error, result] = await new Promise<Answer>((done) => {
      waits.set(id, done);
      socket.write(`${Buffer.byteLength(text)}:${text}`);
    });
    if (error) throw new Error(`${command}: ${error.message}`);
    return result?.value as T;
  };
  await send("NewSession");
  return {
    open: (url) => send("Navigate", { url }),
    run: <T>(script: string) => send<T>("ExecuteScript", { script: `return (() => { ${script} })()`, args: [], sandbox: null, newSandbox: false }),
    press: (x, y) => send("PerformActions", { actions: [pointer(x, y)] }),
    close: async () => {
      socket.destroy();
      await end(browser);
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** WebKit, over its own driver; it wants a display. */
export async function openWebkit(port: number): Promise<Engine> {
  const number = `:${port % 1000}`;
  const screen = process.env.DISPLAY ? null : spawn(display!, [number, "-screen", "0", "800x1000x24"], { stdio: "ignore" });
  const env = { ...process.env, DISPLAY: process.env.DISPLAY ?? number, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1", LIBGL_ALWAYS_SOFTWARE: "1" };
  const driver = spawn(webkit!, [`--port=${port}`], { stdio: "ignore", env });
  const send = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, body: body && JSON.stringify(body) });
    const { value } = (await response.json()) as { value: T & { message?: string } };
    if (!response.ok) throw new Error(`${path}: ${value.message}`);
    return value;
  };
  await until("WebKit", () => send("GET", "/status"));
  const { sessionId } = await send<{ sessionId: string }>("POST", "/session", { capabilities: { alwaysMatch: {} } });
  const at = `/session/${sessionId}`;
  await send("POST", `${at}/window/rect`, { width: 500, height: 960 });
  return {
    open: (url) => send("POST", `${at}/url`, { url }),
    run: <T>(script: string) => send<T>("POST", `${at}/execute/sync`, { script: `return (() => { ${script} })()`, args: [] }),
    press: (x, y) => send("POST", `${at}/actions`, { actions: [pointer(x, y)] }),
    close: async () => {
      await send("DELETE", at).catch(() => {});
      await end(driver);
      await end(screen);
    },
  };
}
