/** Only the failure is simulated: the browser's own out-of-memory error. */
import { expect, type Page } from "@playwright/test";
import { test } from "./guard.ts";
import {
  answerTimeout,
  askQuestion,
  choosePreset,
  expectAccessible,
  firstExample,
  openPage,
  savedTrace,
  slowSmallModels,
  waitForAnswer,
  waitUntilLoaded,
} from "./journey.ts";

// The real worker is what ends.
test.use({ model: "real" });

test.setTimeout(3 * answerTimeout);

/** The run then continues slowly, until the returned function is called. */
async function askUntilFirstStep(page: Page): Promise<() => Promise<void>> {
  const letGo = slowSmallModels(page);
  await openPage(page);
  await choosePreset(page, "SearChain, all small");
  await askQuestion(page, firstExample);
  await waitUntilLoaded(page);
  const tree = page.getByRole("tree", { name: "Steps of the run" });
  await expect(tree.getByRole("treeitem", { name: /Estonia/u }).first()).toBeAttached({
    timeout: answerTimeout,
  });
  return letGo;
}

async function withoutMemory(page: Page): Promise<void> {
  const worker = page.workers().find((one) => one.url().includes("model.worker"));
  expect(worker).toBeDefined();
  await worker?.evaluate(() => {
    BigInt64Array.from = () => {
      throw new RangeError("Array buffer allocation failed");
    };
  });
}

test("out of memory in the middle of a run is told, and the run goes on where it was", async ({
  page,
}) => {
  const letGo = await askUntilFirstStep(page);
  await withoutMemory(page);
  await letGo();

  const alert = page.getByRole("alert").filter({ hasText: "did not fit into memory" });
  await expect(alert).toBeVisible({ timeout: answerTimeout });
  const cause = page.getByRole("group").filter({ hasText: "did not fit into memory" });
  await expect(cause.getByRole("button", { name: "Look again" })).toBeVisible();
  await expect(page.getByLabel("Your question")).toHaveValue(firstExample);
  await expectAccessible(page);
  const before = await savedTrace(page);
  expect(before.outcome).toBe("failed");
  expect(before.branches.length).toBeGreaterThan(0);

  await alert.getByRole("button", { name: "Retry where it broke off" }).click();
  expect(await waitForAnswer(page)).toContain("Baltic");
  await expect(alert).toBeHidden();
  await expect(cause).toHaveCount(0);
  const after = await savedTrace(page);
  // The plan must not be paid for twice.
  const plans = [...after.calls.values()].filter(({ start }) => start.purpose === "plan");
  expect(plans).toHaveLength(1);
});

test("a worker that ends without a word is noticed, and the run goes on where it was", async ({
  page,
}) => {
  const letGo = await askUntilFirstStep(page);
  const worker = page.workers().find((one) => one.url().includes("model.worker"));
  await worker?.evaluate(() => globalThis.close());
  await letGo();

  const alert = page.getByRole("alert").filter({ hasText: "ended one of the page's workers" });
  await expect(alert).toBeVisible();
  await alert.getByRole("button", { name: "Retry where it broke off" }).click();
  expect(await waitForAnswer(page)).toContain("Baltic");
  await expect(alert).toBeHidden();
});
