import { defineConfig } from "@playwright/test";

/**
 * The tests play against the real binary: `CARDROOM` names it. Each run has a server of its own on a fresh folder, and the
 * built page in front of it, which may be newer than the one in the binary, under the same policy.
 */
const port = Number(process.env.PORT ?? 5390);
const upstream = port + 1;
const chromium = process.env.CHROMIUM;

export default defineConfig({
  testDir: "tests",
  testMatch: "*.spec.ts",
  timeout: 120_000,
  workers: 1,
  snapshotPathTemplate: "{testDir}/snapshots/{arg}{ext}",
  reporter: "list",
  // A machine that compiles beside the tests is slow to load a page.
  expect: { timeout: 20_000 },
  use: {
    // What is not there by then does not come: a test says so, long before its own time is over.
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    baseURL: `http://127.0.0.1:${port}`,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    locale: "en-GB",
    colorScheme: "dark",
    launchOptions: {
      executablePath: chromium,
      // A name that is no secure context, as where a phone plays at home.
      args: ["--disable-gpu", "--disable-dev-shm-usage", "--host-resolver-rules=MAP cardroom.test 127.0.0.1", ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])],
    },
  },
  webServer: [
    {
      command: `node tests/cardroom.js ${upstream}`,
      url: `http://127.0.0.1:${upstream}/healthz`,
      reuseExistingServer: false,
      timeout: 60_000,
    },
    { command: `node tests/serve.js ${port} ${upstream}`, url: `http://127.0.0.1:${port}/`, reuseExistingServer: false },
  ],
});
