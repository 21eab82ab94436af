/** `test` for all journeys: each worker has a server, and a policy violation fails the journey. */
import { test as base, expect } from "@playwright/test";
import { type BuiltPage, serveBuiltPage } from "./servers/built-page.ts";
import { takeViolations } from "./servers/violations.ts";

/** Slowing the CPU finds journeys that depend on speed. */
const slower = Number(process.env["HOPWISE_SLOWER"] ?? 1);

export const test = base.extend<{ violations: undefined }, { built: BuiltPage }>({
  built: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it that nothing is needed.
    async ({}, use) => {
      const built = await serveBuiltPage();
      await use(built);
      await built.stop();
    },
    { scope: "worker" },
  ],
  baseURL: ({ built }, use) => use(built.origin),
  page: async ({ page }, use) => {
    if (slower > 1) {
      const session = await page.context().newCDPSession(page);
      await session.send("Emulation.setCPUThrottlingRate", { rate: slower });
    }
    await use(page);
  },
  violations: [
    // biome-ignore lint/correctness/noEmptyPattern: as above.
    async ({}, use) => {
      await use(undefined);
      expect(takeViolations(), "what the page's policy refused").toEqual([]);
    },
    { auto: true },
  ],
});
