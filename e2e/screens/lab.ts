/**
 * Takes pictures for the docs: `npm run bench -- lab-pictures REPORT [--name PREFIX] [--only
 * VIEW,VIEW] [--dark]`, after `npm run build`.
 */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { gunzipSync } from "node:zlib";
import type { Locator, Page } from "@playwright/test";
import { firstScreenText as words } from "../../src/features/lab/text/first-screen.ts";
import { serveBuild, startChromium } from "../bench/browser.ts";

const target = "docs/images";
const { values, positionals } = parseArgs({
  options: {
    name: { type: "string", default: "lab" },
    only: { type: "string" },
    dark: { type: "boolean", default: false },
  },
  allowPositionals: true,
});

/** The page accepts only the plain file. */
async function reportFile(folder: string): Promise<string> {
  const [given] = positionals;
  if (given === undefined) throw new Error("Give a report: npm run bench -- lab-pictures REPORT");
  const bytes = await readFile(given);
  const path = join(folder, "report.lab.json");
  await writeFile(path, given.endsWith(".gz") ? gunzipSync(bytes) : bytes);
  return path;
}

async function settle(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await page.mouse.move(0, 0);
  await page.waitForTimeout(600);
}

/** In pixels; longer parts are cropped. */
const tallest = 1400;
const margin = 24;

async function take(page: Page, part: Locator, name: string): Promise<void> {
  if (values.only !== undefined && !values.only.split(",").includes(name)) return;
  await part.evaluate((element, above) => {
    scrollTo(0, element.getBoundingClientRect().top + scrollY - above);
  }, margin);
  await settle(page);
  const box = await part.boundingBox();
  if (box === null) throw new Error(`${name} is not drawn`);
  const clip = {
    x: box.x - margin,
    y: box.y - margin,
    width: box.width + 2 * margin,
    height: Math.min(box.height, tallest) + 2 * margin,
  };
  const path = join(target, `${values.name}-${name}.png`);
  await page.screenshot({ path, clip });
  console.log(path);
}

function region(page: Page, name: string | RegExp): Locator {
  // A table inside it has the same name.
  return page.getByRole("region", { name }).first();
}

/** Everything below the first screen starts folded. */
async function openTables(page: Page): Promise<void> {
  const below = page.getByRole("heading", { name: words.below });
  await below.or(page.getByRole("heading", { name: "Advice", exact: true })).waitFor();
  if ((await below.count()) > 0) await below.getByRole("button").click();
}

async function takeAll(page: Page, url: string, file: string): Promise<void> {
  await page.goto(`${url}#lab`);
  await page.getByRole("button", { name: "Run it on my questions" }).waitFor();
  // The list recreates its controls once loaded.
  await settle(page);
  await page.locator('input[type="file"][aria-label="Open a report or runs"]').setInputFiles(file);
  // Until then the included report is shown.
  await page.waitForURL(/#lab\/./u);
  await openTables(page);
  await page.locator("main svg .overlay").last().waitFor();
  await take(page, region(page, /^Return on the large model/u), "analysis");
  await take(page, region(page, /^Accuracy against cost$/u), "cost");
  await take(page, region(page, /^What each stage brings/u), "shapley");
  await page.getByRole("radio", { name: "different results only" }).check();
  await take(page, region(page, /^Questions of/u), "questions");
  await page
    .getByRole("grid", { name: "Questions and setups" })
    .getByRole("gridcell")
    .first()
    .click();
  const two = region(page, "Two runs of one question");
  await two.waitFor();
  await take(page, two, "two-runs");
}

const folder = await mkdtemp(join(tmpdir(), "hopwise-screens-"));
const served = await serveBuild();
const { browser } = await startChromium({ webgpu: false });
try {
  const page = await browser.newPage({
    // Resizing for a screenshot would redraw the trees.
    viewport: { width: 1440, height: tallest + 4 * margin },
    colorScheme: values.dark ? "dark" : "light",
    reducedMotion: "reduce",
    serviceWorkers: "block",
  });
  page.setDefaultTimeout(120_000);
  page.on("pageerror", ({ message }) => console.error(message));
  await page.addInitScript(() => localStorage.setItem("hopwise.recording", "closed"));
  await takeAll(page, served.url, await reportFile(folder));
} finally {
  await browser.close();
  await served.close();
  await rm(folder, { recursive: true });
}
