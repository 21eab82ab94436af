/** `test` for all journeys: each worker has a server, and a policy violation fails the journey. */
import { test as base, expect } from "@playwright/test";
import { RecordedModel } from "./recorded-calls/recorded-calls.ts";
import { type BuiltPage, serveBuiltPage } from "./servers/built-page.ts";
import { takeViolations } from "./servers/violations.ts";

/** Slowing the CPU finds journeys that depend on speed. */
const slower = Number(process.env["HOPWISE_SLOWER"] ?? 1);

type Model = "recorded" | "real";

/** `HOPWISE_REAL=1` has every journey load the language model. */
const everyModel: Model = process.env["HOPWISE_REAL"] === undefined ? "recorded" : "real";

interface EachTest {
  /** `real` where the language model itself is the point. */
  model: Model;
  violations: undefined;
}

interface EachWorker {
  built: BuiltPage;
  recordedModel: RecordedModel;
}

export const test = base.extend<EachTest, EachWorker>({
  model: [everyModel, { option: true }],
  recordedModel: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it that nothing is needed.
    async ({}, use) => use(await RecordedModel.open()),
    { scope: "worker" },
  ],
  built: [
    // biome-ignore lint/correctness/noEmptyPattern: as above.
    async ({}, use) => {
      const built = await serveBuiltPage();
      await use(built);
      await built.stop();
    },
    { scope: "worker" },
  ],
  baseURL: ({ built }, use) => use(built.origin),
  context: async ({ context, model, recordedModel }, use) => {
    if (model === "recorded") await recordedModel.standIn(context);
    await use(context);
  },
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
