import { expect, type FrameLocator, type Page } from "@playwright/test";
import { test } from "./guard.ts";
import { expectAccessible } from "./journey.ts";
import { type Served, serveHtml, serveWithoutHeaders } from "./servers/files.ts";

const served: Served[] = [];
test.afterEach(async () => {
  for (const server of served.splice(0)) await server.stop();
});

async function withoutHeaders(): Promise<string> {
  const plain = await serveWithoutHeaders();
  served.push(plain);
  return plain.url;
}

async function openFramed(page: Page, address: string): Promise<FrameLocator> {
  const frame = `<iframe src="${address}" title="Framed" style="width:100%;height:600px"></iframe>`;
  const other = await serveHtml(
    `<!doctype html><html lang="en"><title>Another</title><main aria-label="Another"><h1>Another</h1>${frame}</main>`,
  );
  served.push(other);
  await page.goto(other.url);
  return page.frameLocator("iframe");
}

test("a frame shows one sentence and one link, and starts nothing", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const url = await withoutHeaders();
  const frame = await openFramed(page, `${url}#lab`);
  await expect(frame.getByText("Hopwise does not run inside another page")).toBeVisible();
  const pressable = frame.locator("a, button, input, textarea, select, [tabindex]");
  await expect(pressable).toHaveCount(1);
  expect(asked.filter((path) => path.startsWith("/models/"))).toEqual([]);
  expect(asked.filter((path) => path.startsWith("/examples/"))).toEqual([]);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  await frame.getByRole("link", { name: "Open Hopwise itself" }).click();
  await expect(page).toHaveURL(`${url}#lab`);
  await expect(page.getByRole("heading", { name: /worth paying for/u })).toBeVisible();
});

test("a host with the headers has the browser refuse the frame", async ({ page, baseURL }) => {
  const frame = await openFramed(page, `${baseURL}/`);
  const inside = () => page.frames().map((one) => one.url());
  await expect.poll(inside).toHaveLength(2);
  await expect.poll(inside).not.toContain(`${baseURL}/`);
  await expect(frame.getByText("Hopwise", { exact: true })).toHaveCount(0);
});
