import { test as plain } from "@playwright/test";

/** Whatever a test has opened is closed with it: left open, it would follow its tables beside the tests that come after. */
export const test = plain.extend<{ closing: void }>({
  closing: [
    async ({ browser }, use) => {
      await use();
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
});
