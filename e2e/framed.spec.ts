/** Another page may not show this one in itself, with and without a host that says so. */
import { expect, type FrameLocator, type Page } from "@playwright/test";
import { test } from "./guard.ts";
import { expectAccessible } from "./journey.ts";
import { type Served, serveHtml, serveWithoutHeaders } from "./servers/files.ts";

let plain: Served;
let other: Served;
test.beforeEach(async ({ baseURL }) => {
  plain = await serveWithoutHeaders(4331);
  const frame = (address: string) =>
    `<iframe src="${address}" title="Framed" style="width:100%;height:600px"></iframe>`;
  other = await serveHtml(
    4332,
    `<!doctype html><title>Another</title>${frame(`${plain.url}#lab`)}${frame(`${baseURL}/`)}`,
  );
});
test.afterEach(async () => {
  await other.stop();
  await plain.stop();
});

async function framed(page: Page): Promise<FrameLocator> {
  await page.goto(other.url);
  return page.frameLocator("iframe").first();
}

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test("a frame shows one sentence and one link, and starts nothing", async ({ page }) => {
      const asked: string[] = [];
      page.on("request", (request) => asked.push(new URL(request.url()).pathname));
      const frame = await framed(page);
      await expect(frame.getByText("Hopwise does not run inside another page")).toBeVisible();
      const pressable = frame.locator("a, button, input, textarea, select, [tabindex]");
      await expect(pressable).toHaveCount(1);
      expect(asked.filter((path) => path.startsWith("/models/"))).toEqual([]);
      expect(asked.filter((path) => path.startsWith("/examples/"))).toEqual([]);
      await expectAccessible(page);
      await frame.getByRole("link", { name: "Open Hopwise itself" }).click();
      await expect(page).toHaveURL(`${plain.url}#lab`);
      await expect(page.getByRole("heading", { name: "Lab", exact: true })).toBeVisible();
    });
  });
}

test("a host with the headers has the browser refuse the frame", async ({ page, baseURL }) => {
  await page.goto(other.url);
  await expect.poll(() => page.frames().length).toBe(3);
  const frame = page.frameLocator("iframe").nth(1);
  await expect(frame.getByText("Hopwise", { exact: true })).toHaveCount(0);
  await expect.poll(() => page.frames().map((one) => one.url())).not.toContain(`${baseURL}/`);
});
