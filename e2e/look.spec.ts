import { expect } from "@playwright/test";
import { foldTrace } from "../src/folds/trace.ts";
import type { RunEvent } from "../src/log/events.ts";
import { fakeRun } from "../src/testing/fake-run.ts";
import { generatedLog } from "../src/testing/generated-log.ts";
import { test } from "./guard.ts";
import {
  askQuestion,
  choosePreset,
  expectAccessible,
  expectGoodLooks,
  expectNoSidewaysScroll,
  type Look,
  openMeter,
  openPage,
  openRun,
  pressInHeader,
  waitForAnswer,
} from "./journey.ts";

const everyWidth: readonly Look[] = [320, 360, 768, 1440].flatMap((width) =>
  (["light", "dark"] as const).map((colorScheme) => ({ width, height: 900, colorScheme })),
);

test("on arrival, with a refusal, and with the settings open", async ({ page }) => {
  await openPage(page);
  await expectGoodLooks(page, everyWidth);
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await expectGoodLooks(page, everyWidth);
  await pressInHeader(page, "Engines and key");
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectGoodLooks(page, everyWidth);
});

for (const width of [360, 1440]) {
  test.describe(`the tree, ${width} px`, () => {
    test.use({ viewport: { width, height: 900 }, reducedMotion: "reduce" });
    const both = everyWidth.filter((look) => look.width === width);

    test("folded, through each lens, with ghosts, seen whole, and as a list", async ({ page }) => {
      await openPage(page);
      await openRun(page, generatedLog(60));
      const collapse = page.getByRole("button", { name: "Collapse finished branches" });
      await expect(collapse).toHaveAttribute("aria-pressed", "true");
      await collapse.click();
      await expect(page.getByRole("treeitem", { name: /replaced/u })).not.toHaveCount(0);
      await expectGoodLooks(page, both);
      await page.getByRole("button", { name: "Time", exact: true }).click();
      await expectGoodLooks(page, both);
      await page.getByRole("button", { name: "Money", exact: true }).click();
      // On a narrow screen the whole tree is already there to scroll.
      if (width > 640) {
        await page.getByRole("button", { name: "Fit", exact: true }).click();
        await expect(page.getByRole("button", { name: "Readable size" })).toBeVisible();
      }
      await expectGoodLooks(page, both);
      await collapse.click();
      await expect(page.getByRole("treeitem", { name: /collapsed/u })).not.toHaveCount(0);
      await expectGoodLooks(page, both);
      await page.getByRole("button", { name: "List", exact: true }).click();
      const meter = await openMeter(page);
      await meter.getByRole("button", { name: /^Read/u }).hover();
      await expectGoodLooks(page, both);
    });

    test("of the recorded run, paused, with the look around, and corrected by a person", async ({
      page,
    }) => {
      await page.goto("/");
      const recording = page.getByRole("region", { name: "A recorded run" });
      await expect(recording.getByRole("button", { name: "Play again" })).toBeVisible();
      await recording.getByRole("slider").press("Home");
      await recording.getByRole("slider").press("ArrowRight");
      await expectGoodLooks(page, both);
      if (width > 640) {
        await recording.getByRole("button", { name: "Take the tour (1 min)" }).click();
        await expect(page.getByRole("region", { name: "A look around" })).toBeVisible();
        await expectGoodLooks(page, both);
      }
      await openRun(page, correctedByPerson());
      await expect(page.getByRole("treeitem", { name: /Senegal/u })).toHaveCount(1);
      await expectGoodLooks(page, both);
    });
  });
}

/** FAKE: the run stopped at its second step, which a user corrected. */
function correctedByPerson(): RunEvent[] {
  const events = fakeRun().filter(({ type }) => type !== "run-end");
  const node = foldTrace(events).nodes.get("n1");
  const last = events.at(-1);
  if (node === undefined || last === undefined) throw new Error("no step");
  const said: RunEvent = {
    type: "user-correction",
    node: node.id,
    answer: "Senegal",
    replaced: node.answer,
    seq: last.seq + 1,
    atMs: last.atMs,
  };
  const end: RunEvent = {
    type: "run-end",
    outcome: "stopped",
    error: { code: "stopped", retryable: false, params: {} },
    seq: last.seq + 2,
    atMs: last.atMs,
  };
  return [...events, said, end];
}

test.describe("with reduced motion, on a phone", () => {
  test.use({ colorScheme: "dark", viewport: { width: 360, height: 740 }, reducedMotion: "reduce" });

  test("an answered question", async ({ page }) => {
    await openPage(page);
    await choosePreset(page, "SearChain, all small");
    await askQuestion(page, "Do Denmark and Norway use one and the same currency?");
    expect(await waitForAnswer(page)).toMatch(/^(?:yes|no)/iu);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Wrong? Fix a step" }).click();
    await page.getByRole("textbox", { name: "The right answer" }).fill("no");
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.keyboard.press("Escape");
  });
});
