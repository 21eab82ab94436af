import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect } from "@playwright/test";
import { foldLedger } from "../src/folds/ledger.ts";
import { foldTrace } from "../src/folds/trace.ts";
import { openRunFile } from "../src/log/file.ts";
import { test } from "./guard.ts";
import {
  askQuestion,
  choosePreset,
  expectAccessible,
  firstExample,
  firstExampleLabel,
  openPage,
  savedRun,
  slowSmallModels,
  waitForAnswer,
  waitUntilLoaded,
  watchShifts,
} from "./journey.ts";

// The real model: its answers, Stop, and the end of its worker.
test.use({ model: "real" });

const run = promisify(execFile);

test("answers the first example with the network cut, cites it, saves it and opens it again", async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  const shifts = await watchShifts(page);
  await openPage(page);
  expect(requests.filter((url) => /models\/.+\/|\.wasm/u.test(url))).toEqual([]);
  await choosePreset(page, "SearChain, all small");
  await page.getByRole("button", { name: firstExampleLabel }).click();
  await expect(page.getByLabel("Your question")).toHaveValue(firstExample);
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await waitUntilLoaded(page);
  await context.setOffline(true);
  expect(await waitForAnswer(page)).toContain("Baltic Sea");
  expect(await shifts()).toBeLessThanOrEqual(0.02);
  const origins = new Set(requests.map((url) => new URL(url).origin));
  expect([...origins].filter((origin) => origin !== baseURL)).toEqual([]);

  await page
    .getByRole("button", { name: /^Source 2: Estonia/u })
    .first()
    .click();
  await expect(page.getByText("bordering the Baltic Sea").first()).toBeVisible();
  await expect(page.locator("mark").first()).toBeVisible();
  await expectAccessible(page);

  const file = await savedRun(page);
  const events = openRunFile(file);
  const trace = foldTrace(events);
  expect(trace.outcome).toBe("answered");
  expect(foldLedger(events).total).toMatchObject({ usd: 0, bytesSent: 0, largeCalls: 0 });

  await test.step("the saved run opens in another browser, with no model loaded", async () => {
    const other = await browser.newPage();
    await openPage(other);
    await other
      .locator('input[type="file"]')
      .first()
      .setInputFiles({
        name: "a.run.json",
        mimeType: "application/json",
        buffer: Buffer.from(file),
      });
    expect(await waitForAnswer(other)).toContain("Baltic Sea");
    await other.close();
  });

  await test.step("the command line goes the same way to the same answer", async () => {
    const { stdout } = await run("npx", [
      "tsx",
      "src/cli/ask.ts",
      firstExample,
      "--json",
      "--quiet",
    ]);
    const printed = foldTrace(openRunFile(stdout));
    // WebAssembly and the native build round differently, so two equally likely wordings may swap.
    const way = (t: typeof trace) => t.answer?.path.map(({ answer }) => answer);
    expect(way(printed)).toEqual(way(trace));
    expect(way(printed)).toHaveLength(2);
    expect(printed.answer?.short).toBe(trace.answer?.short);
  });
});

test("Stop ends the run within a second and keeps what came", async ({ page }) => {
  slowSmallModels(page);
  await openPage(page);
  await choosePreset(page, "SearChain, all small");
  await askQuestion(page, firstExample);
  await waitUntilLoaded(page);
  await expect(page.getByText(/Which country/u).first()).toBeVisible({ timeout: 60_000 });
  const stopped = Date.now();
  await page.keyboard.press("Escape");
  await expect(
    page.getByText("Stopped before an answer. The steps so far are kept."),
  ).toBeVisible();
  expect(Date.now() - stopped).toBeLessThan(3000);
  await expect(page.getByRole("button", { name: "Ask", exact: true })).toBeVisible();
});

test("a model's worker that dies is told, loaded anew, and the question answered", async ({
  page,
}) => {
  const letGo = slowSmallModels(page);
  await openPage(page);
  await choosePreset(page, "SearChain, all small");
  await askQuestion(page, firstExample);
  await waitUntilLoaded(page);
  await expect(page.getByText(/Which country/u).first()).toBeVisible({ timeout: 60_000 });
  const worker = page.workers().find((one) => one.url().includes("model.worker"));
  expect(worker).toBeDefined();
  await worker?.evaluate(() => {
    setTimeout(() => {
      throw new Error("killed by the test");
    });
  });
  const alert = page.getByRole("alert").filter({ hasText: "ended one of the page's workers" });
  await expect(alert).toBeVisible({ timeout: 60_000 });
  await letGo();
  await expectAccessible(page);
  await expect(page.getByLabel("Your question")).toHaveValue(firstExample);
  await alert.getByRole("button", { name: "Ask again" }).click();
  expect(await waitForAnswer(page)).toContain("Baltic");
  await expect(alert).toBeHidden();
});
