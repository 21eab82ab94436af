import { expect, type Locator, type Page } from "@playwright/test";
import { loadingText } from "../src/ui-kit/text/loading.ts";
import { test } from "./guard.ts";
import { answerTimeout, expectAccessible, settingsPage } from "./journey.ts";
import { type BuiltPage, serveBuiltPage } from "./servers/built-page.ts";

// The service worker stores the embedded models.
test.use({ serviceWorkers: "allow", model: "real" });
test.setTimeout(2 * answerTimeout);

let served: BuiltPage;
test.beforeEach(async () => {
  served = await serveBuiltPage();
});
test.afterEach(async () => {
  await served.stop();
});

async function openModels(page: Page): Promise<Locator> {
  await page.goto(served.origin);
  await expect(page.getByRole("heading", { name: "Hopwise" })).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.reload();
  await settingsPage(page, "All models");
  const models = page.getByRole("region", { name: "Models on this device" });
  await expect(models).toBeVisible();
  return models;
}

test("loads with its bytes, stops within a second, goes on, and is deleted", async ({ page }) => {
  const models = await openModels(page);
  const own = models.getByRole("listitem").filter({ hasText: "Hopwise LM 135M" });
  await expect(own).toContainText(/109 MB · about 500 MB of memory · Apache-2.0/u);
  await expect(own).toContainText("not kept on this device");
  await expect(own).toContainText("not used yet");

  const release = served.hold(/hopwise-lm\/.*\.onnx_data_2/u);
  await own.getByRole("button", { name: "Load now" }).click();
  await expect(own.getByText(/MB of \d+ MB/u)).toBeVisible({ timeout: 30_000 });
  await expectAccessible(page);
  const beganMs = Date.now();
  await own.getByRole("button", { name: loadingText.cancel }).click();
  await expect(own.getByRole("button", { name: "Load now" })).toBeVisible();
  expect(Date.now() - beganMs).toBeLessThan(3_000);
  release();

  await own.getByRole("button", { name: "Load now" }).click();
  await expect(own.getByText(/in use, ready on the CPU/u)).toBeVisible({
    timeout: answerTimeout,
  });
  await expect(own).toContainText(/last used \w+ \d+/u);
  await expect(own).toContainText(/1\d\d MB kept on this device/u);
  await expect(
    models.getByText(/^This page keeps .* of the .* that the browser gives it/u),
  ).toBeVisible();
  await expect(
    models.getByText(/may clear it when the disk is full|will not clear it/u),
  ).toBeVisible();
  await expectAccessible(page);

  await own.getByRole("button", { name: /^Delete / }).click();
  await expect(own.getByText(/are deleted from this device/u)).toBeVisible();
  await own.getByRole("button", { name: /^Really delete / }).click();
  await expect(own).toContainText("not kept on this device");
  const left = await page.evaluate(async () => {
    const keys = await (await caches.open("hopwise-kept")).keys();
    return keys.filter(({ url }) => url.includes("/models/hopwise-lm/")).length;
  });
  expect(left).toBe(0);
  await own.getByRole("button", { name: "Load now" }).click();
  await expect(own.getByText(/in use, ready on the CPU/u)).toBeVisible({
    timeout: answerTimeout,
  });
});

test("a model of the hub that cannot be fetched says so, and others say why they cannot run", async ({
  page,
}) => {
  await page.route(/huggingface\.co/u, (route) => route.abort("internetdisconnected"));
  const models = await openModels(page);
  const needy = models.getByRole("listitem").filter({ hasText: /needs a GPU/u });
  await expect(needy.first()).toBeVisible();
  await expect(needy.first().getByRole("button", { name: /^Use / })).toBeDisabled();

  const hub = models.getByRole("listitem").filter({ hasText: "SmolLM2" }).first();
  await hub.getByRole("button", { name: /^Use / }).click();
  await hub.getByRole("button", { name: "Load now" }).click();
  await expect(hub.getByRole("alert")).toBeVisible({ timeout: 60_000 });
  await expect(hub.getByRole("alert")).toContainText(
    /could not be (?:fetched|downloaded|loaded)|download/iu,
  );
  await expectAccessible(page);
});
