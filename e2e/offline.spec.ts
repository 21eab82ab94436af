import { expect, type Page } from "@playwright/test";
import { test } from "./guard.ts";
import {
  answerTimeout,
  askQuestion,
  chooseMethod,
  choosePreset,
  expectAccessible,
  firstExample,
  firstExampleLabel,
  waitForAnswer,
  waitUntilLoaded,
} from "./journey.ts";
import { type BuiltPage, serveBuiltPage } from "./servers/built-page.ts";

test.use({ serviceWorkers: "allow", model: "real" });
// Models load and answer twice.
test.setTimeout(2 * answerTimeout + 60_000);

const easyQuestion = "What is the capital of Estonia?";

let served: BuiltPage;
test.beforeEach(async () => {
  served = await serveBuiltPage();
});
test.afterEach(async () => {
  await served.stop();
});

async function visit(page: Page): Promise<void> {
  await page.goto(served.origin);
  await expect(page.getByRole("heading", { name: "Hopwise" })).toBeVisible();
}

async function copiesOfWeights(page: Page): Promise<Map<string, number>> {
  const paths = await page.evaluate(async () => {
    const found: string[] = [];
    for (const name of await caches.keys()) {
      const requests = await (await caches.open(name)).keys();
      found.push(...requests.map(({ url }) => new URL(url).pathname));
    }
    return found.filter((path) => path.includes("onnx_data"));
  });
  const copies = new Map<string, number>();
  for (const path of paths) copies.set(path, (copies.get(path) ?? 0) + 1);
  return copies;
}

test("answers again after a reload with the server stopped, and keeps the weights once", async ({
  page,
}) => {
  await visit(page);
  // This is the fastest method that reads the library.
  await chooseMethod(page, "Direct RAG");
  await askQuestion(page, easyQuestion);
  expect(await waitForAnswer(page)).toContain("Tallinn");
  await expect(page.getByText(/it answers without a network/u)).toBeAttached({
    timeout: answerTimeout,
  });
  const copies = await copiesOfWeights(page);
  expect(copies.size).toBeGreaterThanOrEqual(4);
  expect([...copies.values()].every((count) => count === 1)).toBe(true);

  await served.stop();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Hopwise" })).toBeVisible();
  await expect(page.getByRole("button", { name: firstExampleLabel })).toBeVisible();
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  await expect(page.getByText("Already on this device: model and library.")).toBeVisible();
  await askQuestion(page, easyQuestion);
  await waitUntilLoaded(page);
  expect(await waitForAnswer(page)).toContain("Tallinn");
  await page.getByRole("link", { name: "Lab", exact: true }).click();
  await expect(page.getByRole("heading", { name: /worth paying for/u })).toBeVisible();
  await page.getByRole("link", { name: "Ask", exact: true }).click();
  await page.getByRole("link", { name: "Knows: the countries of the world, 2025" }).click();
  await page.getByRole("link", { name: "Estonia", exact: true }).click();
  await expect(
    page.getByRole("article").getByText("The capital of Estonia is Tallinn."),
  ).toBeVisible();
});

test("a new version is announced, and waits for the run", async ({ page }) => {
  await visit(page);
  await choosePreset(page, "SearChain, all small");
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  // The run must not end.
  const release = served.hold(/\.onnx_data/u);
  await askQuestion(page, firstExample);
  await expect(page.getByRole("button", { name: "Stop", exact: true })).toBeVisible();
  served.deploy();
  await page.evaluate(async () => {
    document.documentElement.dataset["version"] = "old";
    await (await navigator.serviceWorker.ready).update();
  });
  const notice = page.getByRole("region", { name: "New version" });
  await expect(notice).toContainText("A new version of Hopwise is here.");
  await expectAccessible(page);
  await notice.getByRole("button", { name: "Use it now" }).click();
  await expect(notice).toContainText("as soon as no question and no batch is running");
  // Longer than the page's interval for checking.
  await page.waitForTimeout(5000);
  expect(await page.evaluate(() => document.documentElement.dataset["version"])).toBe("old");
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  release();
  await page.waitForFunction(
    () => document.documentElement.dataset["version"] === undefined,
    undefined,
    { timeout: answerTimeout },
  );
  await expect(page.getByRole("heading", { name: "Hopwise" })).toBeVisible();
  await expect(notice).toBeHidden();
});

test("the manifest names the page and icons that are there", async ({ page, request }) => {
  await visit(page);
  const href = await page.locator('link[rel="manifest"]').getAttribute("href");
  const manifest = await request.get(new URL(href ?? "", served.origin).href);
  const { name, icons, start_url, display } = await manifest.json();
  expect({ name, display }).toEqual({ name: "Hopwise", display: "standalone" });
  expect((await request.get(new URL(start_url, served.origin).href)).ok()).toBe(true);
  for (const { src } of icons) {
    expect((await request.get(new URL(src, manifest.url()).href)).ok()).toBe(true);
  }
});
