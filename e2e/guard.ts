/** `test` of all journeys: one during which the page's policy had to refuse something has failed. */
import { test as base, expect } from "@playwright/test";
import { violationsPath } from "./servers/violations.ts";

export const test = base.extend<{ violations: undefined }>({
  violations: [
    async ({ request }, use) => {
      await use(undefined);
      const answer = await request.get(violationsPath);
      // Another server that was running already, `npm start`, hears none.
      if (answer.headers()["content-type"] !== "application/json") return;
      expect(await answer.json(), "what the page's policy refused").toEqual([]);
    },
    { auto: true },
  ],
});
