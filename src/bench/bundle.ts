/** What the page fetches before anybody does anything, by really opening it. */
import { gzipSync } from "node:zlib";
import type { Page, Response } from "@playwright/test";
import { serveBuild, startChromium } from "./browser.ts";
import type { Section } from "./section.ts";
import { fact, type Row } from "./table.ts";

const aimKiB = 130;

interface Script {
  name: string;
  gzipKiB: number;
  /** Fetched after the page had loaded, when the browser was idle. */
  later: boolean;
}

async function openAndList(page: Page, url: string): Promise<Script[]> {
  const responses: Response[] = [];
  page.context().on("response", (response) => responses.push(response));
  await page.goto(url, { waitUntil: "load" });
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(3000);
  const early = new Set(
    await page.evaluate(() => {
      const [loaded] = performance.getEntriesByType("navigation");
      const end = loaded instanceof PerformanceNavigationTiming ? loaded.loadEventStart : 0;
      return performance
        .getEntriesByType("resource")
        .filter(({ startTime }) => startTime < end)
        .map(({ name }) => name);
    }),
  );
  const scripts: Script[] = [];
  for (const response of responses) {
    if (!/javascript/u.test(response.headers()["content-type"] ?? "")) continue;
    const name = response.url();
    const gzipKiB = gzipSync(await response.body()).length / 1024;
    scripts.push({ name: name.split("/").at(-1) ?? name, gzipKiB, later: !early.has(name) });
  }
  return scripts.sort((a, b) => b.gzipKiB - a.gzipKiB);
}

function summed(scripts: readonly Script[]): string {
  const sum = scripts.reduce((total, { gzipKiB }) => total + gzipKiB, 0);
  const largest = scripts
    .slice(0, 3)
    .map(({ name, gzipKiB }) => `${name.replace(/-[\w-]{8}\.js$/u, "")} ${gzipKiB.toFixed(1)}`);
  return `${sum.toFixed(1)} in ${scripts.length} files (${largest.join(", ")})`;
}

async function run(): Promise<Row[]> {
  const served = await serveBuild();
  const { browser } = await startChromium({ webgpu: false });
  try {
    const scripts = await openAndList(await browser.newPage(), served.url);
    const first = scripts.filter(({ later }) => !later);
    const firstKiB = first.reduce((total, { gzipKiB }) => total + gzipKiB, 0);
    return [
      {
        what: "first-load JavaScript, gzip KiB",
        aim: `≤ ${aimKiB}`,
        measured: summed(first),
        met: firstKiB <= aimKiB,
      },
      fact("fetched afterwards while idle, gzip KiB", summed(scripts.filter(({ later }) => later))),
    ];
  } finally {
    await browser.close();
    await served.close();
  }
}

export const bundle: Section = { name: "bundle", needsBuild: true, run };
