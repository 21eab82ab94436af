import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { fakeRun } from "../src/testing/fake-run.ts";
import { test } from "./guard.ts";
import {
  complaintsOf,
  expectAccessible,
  expectNoSidewaysScroll,
  fromRunMenu,
  linkOf,
  openPage,
  openRun,
  stepsOf,
  textOf,
} from "./journey.ts";

async function openFakeRun(page: Page): Promise<void> {
  await openPage(page);
  await openRun(page, fakeRun());
}

/** The idle browser fetches lazy parts, one after the other. */
async function waitForLaterParts(requests: readonly string[]): Promise<void> {
  let before = -1;
  const isQuiet = () => {
    const same = requests.length === before;
    before = requests.length;
    return same;
  };
  await expect.poll(isQuiet, { intervals: [2000], timeout: 90_000 }).toBe(true);
}

test("a link opens a run in a fresh profile, with no model, key or network", async ({
  page,
  browser,
}) => {
  await openFakeRun(page);
  const link = await linkOf(page);
  expect(link.length).toBeLessThan(8000);
  await expect(page.getByText(/kB, [\d,]+ characters/u)).toBeVisible();
  await expectAccessible(page);

  const profile = await browser.newContext();
  const other = await profile.newPage();
  const complaints = complaintsOf(other);
  const requests: string[] = [];
  other.on("request", (request) => requests.push(request.url()));
  await other.goto(link);
  await expect(other.getByText("Opened from a link")).toBeVisible();
  await waitForLaterParts(requests);
  await profile.setOffline(true);
  await expect(other.getByRole("region", { name: "Answer" })).toContainText("The ouguiya;");
  await expect(stepsOf(other).first()).toHaveAccessibleName(/capital is Nouakchott/u);
  await other
    .getByRole("button", { name: /^Source 2: Mauritania: Economy/u })
    .first()
    .click();
  await expect(other.getByText("Iron ore, fish and gold").first()).toBeVisible();
  expect(requests.filter((url) => /models\/.+\/|\.wasm|#/u.test(url))).toEqual([]);
  expect(complaints).toEqual([]);
  await expectAccessible(other);
  await profile.close();
});

test("a link that was cut says so, and can be followed anew in an open page", async ({ page }) => {
  await openFakeRun(page);
  const link = await linkOf(page);
  await page.goto("about:blank");
  await page.goto(link.slice(0, -300));
  await expect(page.getByRole("alert").first()).toContainText("This link holds no whole run");
  await page.evaluate((address) => {
    location.href = address;
  }, link);
  await expect(page.getByText("Opened from a link")).toBeVisible();
});

test("tree, answer and trace are saved as files that stand alone", async ({ page, browser }) => {
  await openFakeRun(page);
  await fromRunMenu(page, "Share");
  const save = async (what: string) => {
    const [download] = await Promise.all([
      page.waitForEvent("download", { timeout: 30_000 }),
      page.getByRole("button", { name: `Save: ${what}` }).click(),
    ]);
    return download;
  };
  expect(await textOf(await save("Answer as Markdown"))).toContain("## Sources");
  const trace: unknown = JSON.parse(await textOf(await save("Trace (OpenTelemetry)")));
  expect(trace).toMatchObject({
    resourceSpans: [{ scopeSpans: [{ scope: { name: "hopwise" } }] }],
  });

  const svg = await textOf(await save("Tree as SVG"));
  expect(svg).toContain("@font-face");
  expect(svg).not.toContain("var(--");
  const image = await browser.newPage();
  await image.setContent(svg);
  await expect(image.getByText("Mauritania", { exact: true }).first()).toBeVisible();
  await image.close();

  const png = await readFile(await (await save("Tree as PNG")).path());
  expect(png.subarray(1, 4).toString()).toBe("PNG");
  const [, , width = 0, height = 0] = (/viewBox="([^"]+)"/u.exec(svg)?.[1] ?? "")
    .split(" ")
    .map(Number);
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([2 * width, 2 * height]);
});

test("a run is saved as an animated picture that moves", async ({ page }) => {
  await openFakeRun(page);
  await fromRunMenu(page, "Share");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save: Run as an animated GIF" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.gif$/u);
  const bytes = await readFile(await download.path());
  expect(bytes.subarray(0, 6).toString()).toBe("GIF89a");
  const film = await page.evaluate(async (file) => {
    const data = Uint8Array.from(atob(file), (letter) => letter.charCodeAt(0));
    const decoder = new ImageDecoder({ data, type: "image/gif" });
    await decoder.tracks.ready;
    await decoder.completed;
    const frames = decoder.tracks.selectedTrack?.frameCount ?? 0;
    const seen = new Set<string>();
    let seconds = 0;
    for (let frameIndex = 0; frameIndex < frames; frameIndex += 1) {
      const { image } = await decoder.decode({ frameIndex });
      seconds += (image.duration ?? 0) / 1e6;
      const pixels = new Uint8Array(image.allocationSize());
      await image.copyTo(pixels);
      const hash = await crypto.subtle.digest("SHA-1", pixels);
      seen.add(new Uint8Array(hash).join());
    }
    return { frames, seconds, different: seen.size };
  }, bytes.toString("base64"));
  expect(film.seconds).toBeGreaterThan(4);
  expect(film.seconds).toBeLessThan(8);
  expect(film.different).toBeGreaterThan(8);
});

test("fits a narrow screen", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openFakeRun(page);
  await linkOf(page);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
