/**
 * The host lacks our headers and serves the page at its root, or under a path with split files. The
 * service worker isolates the page; without it the page has one thread.
 */
import { execFile } from "node:child_process";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { inflateSync } from "node:zlib";
import { expect, type Page } from "@playwright/test";
import { byPath } from "../src/shared/by-path.ts";
import { smallFiles } from "../src/shared/integrity/parts.ts";
import { test } from "./guard.ts";
import {
  answerTimeout,
  askQuestion,
  complaintsOf,
  firstExample,
  linkOf,
  settingsPage,
  waitForAnswer,
} from "./journey.ts";
import { builtForTests } from "./servers/built-for-tests.ts";
import { type ServedFiles, serveWithoutHeaders } from "./servers/files.ts";

// The real model has to start from such a host.
test.use({ model: "real" });

const path = "/hopwise/";
const underPath = "test-results/under-a-path";

test.describe.configure({ mode: "serial" });
test.setTimeout(answerTimeout + 60_000);

let served: ServedFiles | null = null;
// The recording must not play in place of an answer.
test.beforeEach(({ page }) =>
  page.addInitScript(
    (keys) => {
      if (location.protocol === "about:") return;
      for (const key of keys) localStorage.setItem(key, "closed");
    },
    ["/", path].map((base) => byPath("hopwise.recording", base)),
  ),
);
test.afterEach(async () => {
  await served?.stop();
  served = null;
});

async function serve(dist = builtForTests, base = "/"): Promise<ServedFiles> {
  served = await serveWithoutHeaders({ dist, base });
  return served;
}

const heading = (page: Page) => page.getByRole("heading", { name: "Hopwise" });
const isIsolated = (page: Page) => page.evaluate(() => crossOriginIsolated);
const oneThread = (page: Page) => page.getByText(/one thread/u);

test("a build under a path names no address beside it; in small files none is large", async () => {
  test.setTimeout(180_000);
  const options = ["--base", path, "--mode", smallFiles, "--outDir", underPath];
  await promisify(execFile)("npm", ["run", "build", "--", ...options], { maxBuffer: 1e8 });
  const manifest = JSON.parse(await readFile(join(underPath, "manifest.webmanifest"), "utf8"));
  expect(manifest).toMatchObject({ start_url: path, scope: path });
  // The start URL is the identity: two builds are two apps.
  expect(manifest.id).toBeUndefined();
  const names = await readdir(underPath, { recursive: true });
  const texts = names.filter((name) => /\.(?:html|css|m?js|webmanifest)$/u.test(name));
  expect(texts.length).toBeGreaterThan(100);
  const absolute = /["'`(=]\/(?!hopwise\/)(?:assets|examples|icons|library|questions)\//u;
  const found: string[] = [];
  for (const name of texts) {
    if (absolute.test(await readFile(join(underPath, name), "utf8"))) found.push(name);
  }
  expect(found).toEqual([]);

  const sizes = await Promise.all(
    names.map(async (name) => (await stat(join(underPath, name))).size),
  );
  expect(Math.max(...sizes)).toBeLessThan(25 * 2 ** 20);
  const runtime = "ort-wasm-simd-threaded.asyncify.wasm";
  const original = await readFile(join("node_modules/onnxruntime-web/dist", runtime));
  const packed = names.filter((name) => /asyncify-[\w-]+\.wasm/u.test(name));
  expect(packed).toHaveLength(1);
  const inflated = inflateSync(await readFile(join(underPath, packed[0] ?? "")));
  expect(Buffer.compare(inflated, original)).toBe(0);
});

for (const [where, dist, base] of [
  ["at the root", builtForTests, "/"],
  ["under a path, in small files", underPath, path],
] as const) {
  test.describe(`served ${where}`, () => {
    test.use({ serviceWorkers: "allow" });

    test("the page answers with threads, shares, and needs no network then", async ({ page }) => {
      const complaints = complaintsOf(page);
      let loads = 0;
      page.on("load", () => {
        loads += 1;
      });
      const host = await serve(dist, base);
      await page.goto(host.url);
      // Interaction would count as user activation.
      await page.waitForEvent("load", { timeout: 60_000 });
      expect(await isIsolated(page)).toBe(true);
      await expect(heading(page)).toBeVisible();
      await askQuestion(page, firstExample);
      expect(await waitForAnswer(page)).toContain("Baltic Sea");
      await expect(page.getByText(/it answers without a network/u)).toBeAttached({
        timeout: answerTimeout,
      });
      const link = await linkOf(page);
      expect(link.startsWith(`${host.url}#`)).toBe(true);
      await page.keyboard.press("Escape");
      await settingsPage(page, "Small model");
      await expect(page.getByText(/This device has/u)).toBeVisible();
      await expect(oneThread(page)).toHaveCount(0);
      expect(loads, "the visit, and once more for its threads").toBe(2);

      const kept = await page.evaluate(async () => [
        ...(await indexedDB.databases()).map(({ name }) => name),
        ...(await caches.keys()).filter((name) => name.includes("hopwise-kept")),
      ]);
      expect(kept.toSorted()).toEqual(
        ["hopwise", "hopwise-kept", "hopwise-libraries"].map((name) => byPath(name, base)),
      );

      await host.stop();
      await page.goto("about:blank");
      await page.goto(link);
      await expect(page.getByText("Opened from a link")).toBeVisible();
      await expect(page.getByRole("region", { name: "Answer" })).toContainText("Baltic Sea");
      expect(await isIsolated(page)).toBe(true);
      await page.getByRole("link", { name: "Lab", exact: true }).click();
      await expect(page.getByRole("heading", { name: /worth paying for/u })).toBeVisible();
      await page.goto(`${host.url}#library`);
      await page.getByRole("link", { name: "Estonia", exact: true }).click();
      await expect(page.getByText("The capital of Estonia is Tallinn.").first()).toBeVisible();
      expect(host.missing).toEqual([]);
      expect(complaints).toEqual([]);
    });
  });
}

test.describe("a page that somebody has touched", () => {
  test.use({ serviceWorkers: "allow" });

  test("is not loaded again under their hands, and says what that would bring", async ({
    page,
  }) => {
    let loads = 0;
    page.on("load", () => {
      loads += 1;
    });
    const { url } = await serve();
    await page.goto(url);
    await page.getByLabel("Your question").click();
    await page.keyboard.type("Which sea");
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await settingsPage(page, "Small model");
    await expect(oneThread(page)).toHaveText(/until this page is loaded again/u);
    expect(loads).toBe(1);
    await page.reload();
    expect(await isIsolated(page)).toBe(true);
  });
});

test("without a service worker the page has one thread, and says so once", async ({ page }) => {
  const { url } = await serve();
  await page.goto(url);
  await settingsPage(page, "Small model");
  await expect(oneThread(page)).toHaveText(/not cross-origin isolated/u);
  expect(await isIsolated(page)).toBe(false);
});
