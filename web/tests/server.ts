import { spawn, type ChildProcess } from "node:child_process";
import { connect, createServer, type Server, type Socket } from "node:net";
import { newFolder, removeFolder } from "./folder.js";
import { test as plain } from "./test";

const base = Number(process.env.PORT ?? 5390);

/** A server of a test's own, with the page in front of it, that can be stopped and started again on the same folder. */
export class TestServer {
  readonly url: string;
  readonly site: string;
  readonly #folder = newFolder();
  #page: ChildProcess;
  #process: ChildProcess | null = null;

  private constructor(private readonly port: number) {
    this.site = `http://127.0.0.1:${port}`;
    this.url = `http://127.0.0.1:${port + 1}`;
    this.#page = spawn("node", ["tests/serve.js", `${port}`, `${port + 1}`], { stdio: "inherit" });
  }

  static async open(offset: number): Promise<TestServer> {
    const server = new TestServer(base + offset);
    try {
      await server.start();
    } catch (error) {
      await server.close();
      throw error;
    }
    return server;
  }

  async start(): Promise<void> {
    const options = ["--data", this.#folder, "--log", "error"];
    const env = { ...process.env, CARDROOM_LIMITS_GUESTS_PER_HOUR: "100000" };
    const binary = process.env.CARDROOM ?? "../target/release/cardroom";
    this.#process = spawn(binary, ["serve", "--listen", `127.0.0.1:${this.port + 1}`, ...options], { stdio: "inherit", env });
    for (const end = Date.now() + 30_000; Date.now() < end; await new Promise((wake) => setTimeout(wake, 50))) {
      if (await fetch(`${this.site}/healthz`).then(({ ok }) => ok, () => false)) return;
    }
    throw new Error("the server did not start");
  }

  /** As in a power cut: no client gets a message. */
  async stop(): Promise<void> {
    const process = this.#process;
    if (!process || process.exitCode !== null || process.signalCode !== null) return;
    const gone = new Promise((wake) => process.once("exit", wake));
    process.kill("SIGKILL");
    await gone;
  }

  async close(): Promise<void> {
    await this.stop();
    this.#page.kill();
    removeFolder(this.#folder);
  }
}

/** For tests that need an empty server: a quick seat joins others. */
export const test = plain.extend<{ server: TestServer }>({
  server: async ({}, use) => {
    const server = await TestServer.open(10);
    await use(server);
    await server.close();
  },
});

/** A connection to a site that can go dead: open ones are neither served nor closed, as when a device sleeps away from its network. */
export class Line {
  readonly site: string;
  readonly #pairs = new Set<[Socket, Socket]>();
  readonly #server: Server;

  private constructor(port: number, to: number) {
    this.site = `http://127.0.0.1:${port}`;
    this.#server = createServer((here) => {
      const there = connect(to, "127.0.0.1");
      const pair: [Socket, Socket] = [here, there];
      this.#pairs.add(pair);
      here.pipe(there);
      there.pipe(here);
      for (const [one, other] of [pair, [there, here]] as const) {
        one.on("error", () => other.destroy());
        one.on("close", () => (other.destroy(), this.#pairs.delete(pair)));
      }
    }).listen(port, "127.0.0.1");
  }

  static open(offset: number): Line {
    return new Line(base + offset, base);
  }

  /** Open connections are dead from now on; later ones are served. */
  die(): void {
    for (const [here, there] of this.#pairs) {
      here.unpipe();
      there.unpipe();
      here.pause();
      there.pause();
    }
  }

  close(): void {
    this.#server.close();
    for (const [here, there] of this.#pairs) (here.destroy(), there.destroy());
  }
}
