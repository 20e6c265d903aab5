import { expect } from "@playwright/test";
import { test } from "./server";
import { answerOf, middle, pressMiddle, watch } from "./players";

const games = [["Hold'em", /Hold'em/], ["Dou Dizhu", /Dou Dizhu/], ["Shengji", /Shengji/]] as const;

test("the page that is in the program, under its own policy: from the first visit to a first action", async ({ browser, server }) => {
  const page = watch(await (await browser.newContext()).newPage());
  const policy = (await page.goto(`${server.url}/`))!.headers()["content-security-policy"]!;
  // Every other test loads a page that may be newer than the program: under the same policy.
  expect((await page.request.get(`${server.site}/`)).headers()["content-security-policy"]).toBe(policy);
  await page.getByRole("button", { name: /Hold'em/ }).click();
  await expect(page.locator(".zone .cards .card .index")).toHaveCount(2);
  await expect(middle(page)).toBeEnabled({ timeout: 60_000 });
  expect(await answerOf(page, () => pressMiddle(page))).toBe(200);
  expect(page.complaints).toEqual([]);
  // No complaint means that the policy blocked nothing.
  await page.evaluate(() => document.body.append(Object.assign(new Image(), { src: "http://elsewhere.test/" })));
  await expect.poll(() => page.complaints.join()).toContain("Content Security Policy");
});

/**
 * A person's first visit on a slow phone: 1.6 Mbit/s, 150 ms, a processor four times slower. The times are printed and not held
 * against a bound: measured times on a busy machine are orders of magnitude. The number of requests is the same on each machine.
 */
for (const [name, button] of games) {
  test(`the first visit on a slow phone: ${name}`, async ({ browser, server }) => {
    const page = await (await browser.newContext({ locale: "en-GB" })).newPage();
    const session = await page.context().newCDPSession(page);
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 });
    await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    let requests = 0;
    page.on("request", () => (requests += 1));
    const began = Date.now();
    const seconds = () => ((Date.now() - began) / 1000).toFixed(1);
    await page.goto(`${server.site}/`);
    const key = page.getByRole("button", { name: button });
    await key.waitFor();
    const paint = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0);
    const ready = seconds();
    const loaded = requests;
    await key.click();
    await page.locator(".zone .card").first().waitFor({ timeout: 30_000 });
    const cards = seconds();
    const seated = requests - loaded;
    let decision = "";
    if (name === "Hold'em") {
      await middle(page).waitFor({ timeout: 60_000 });
      decision = `, keys after ${seconds()} s`;
    }
    console.log(`${name}: first paint ${(paint / 1000).toFixed(1)} s, first button ${ready} s (${loaded} requests), own cards after ${cards} s (${seated} more)${decision}`);
    expect(loaded).toBeLessThanOrEqual(10);
  });
}
