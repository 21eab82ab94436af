import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { noteFirstNode, recordedRunStands } from "./arrival.ts";
import { serveBuild, startChromium } from "./browser.ts";
import type { Section } from "./section.ts";
import { fact, type Row } from "./table.ts";

const aimKiB = 130;

interface Script {
  name: string;
  gzipKiB: number;
  askedMs: number;
}

interface Opened {
  scripts: Script[];
  /** Nothing is visible before these arrive. */
  needed: ReadonlySet<string>;
  standsMs: number;
}

/** Each address is listed once: the service worker fetches them again. */
async function openAndList(page: Page, url: string): Promise<Opened> {
  await noteFirstNode(page);
  // Chromium keeps only 250 entries by default, fewer than the page's files.
  await page.addInitScript(() => performance.setResourceTimingBufferSize(2000));
  await page.goto(url, { waitUntil: "load" });
  const standsMs = await recordedRunStands(page);
  const first = await scriptsOnceQuiet(page);
  const scripts = await Promise.all(
    [...first].map(async ([address, askedMs]) => {
      const body = await (await fetch(address)).arrayBuffer();
      const name = address.split("/").at(-1) ?? address;
      return { name, gzipKiB: gzipSync(body).length / 1024, askedMs };
    }),
  );
  const html = await (await fetch(url)).text();
  const files = html.matchAll(/(?:src|href)="[^"]*\/([^"/]+\.js)"/gu);
  return { scripts, needed: new Set([...files].map(([, file = ""]) => file)), standsMs };
}

/** On a busy machine idle moments are seconds apart, so a silent network alone is no end. */
const quietMs = 6000;

/** When each script was first requested; resolves once none has been for a while. */
async function scriptsOnceQuiet(page: Page): Promise<Map<string, number>> {
  for (let before = 0; ; ) {
    const asked = await page.evaluate(() =>
      performance.getEntriesByType("resource").map(({ name, startTime }) => ({ name, startTime })),
    );
    const first = new Map<string, number>();
    for (const { name, startTime } of asked) {
      if (/\.js$/u.test(new URL(name).pathname) && !first.has(name)) first.set(name, startTime);
    }
    if (first.size === before) return first;
    before = first.size;
    await page.waitForTimeout(quietMs);
  }
}

function weight(scripts: readonly Script[]): number {
  return scripts.reduce((total, { gzipKiB }) => total + gzipKiB, 0);
}

function summed(scripts: readonly Script[]): string {
  const largest = [...scripts]
    .sort((a, b) => b.gzipKiB - a.gzipKiB)
    .slice(0, 3)
    .map(({ name, gzipKiB }) => `${name.replace(/-[\w-]{8}\.js$/u, "")} ${gzipKiB.toFixed(1)}`);
  return `${weight(scripts).toFixed(1)} in ${scripts.length} files (${largest.join(", ")})`;
}

async function run(): Promise<Row[]> {
  const served = await serveBuild();
  const { browser } = await startChromium({ webgpu: false });
  try {
    const { scripts, needed, standsMs } = await openAndList(await browser.newPage(), served.url);
    const first = scripts.filter(({ name }) => needed.has(name));
    const arrival = scripts.filter(({ askedMs }) => askedMs < standsMs);
    return [
      {
        what: "first-load JavaScript, gzip KiB",
        aim: `≤ ${aimKiB}`,
        measured: summed(first),
        met: weight(first) <= aimKiB,
      },
      fact("until the recorded run stands, gzip KiB", summed(arrival)),
      fact(
        "fetched afterwards while idle, gzip KiB",
        summed(scripts.filter((script) => !arrival.includes(script))),
      ),
    ];
  } finally {
    await browser.close();
    await served.close();
  }
}

export const bundle: Section = { name: "bundle", needsBuild: true, run };
