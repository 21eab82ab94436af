import type { Page } from "@playwright/test";
import { serveBuild, startChromium } from "./browser.ts";
import type { Section } from "./section.ts";
import { fact, figure, median, type Row } from "./table.ts";

const aimMs = 1500;
const visits = 3;
const longestWaitMs = 300_000;

declare global {
  var firstNodeMs: number | undefined;
}

/**
 * Call it before the page is opened. Functions in here have no names: tsx would wrap them in a
 * helper that the page lacks.
 */
export async function noteFirstNode(page: Page): Promise<void> {
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (document.querySelector("svg g.node") === null) return;
      observer.disconnect();
      requestAnimationFrame(() => {
        setTimeout(() => {
          globalThis.firstNodeMs = performance.now();
        });
      });
    }).observe(document, { childList: true, subtree: true });
  });
}

/** Milliseconds. */
export async function recordedRunStands(page: Page): Promise<number> {
  await waitInPage(page, "svg g.node");
  return page.evaluate(
    () =>
      new Promise<number>((done) => {
        const handle = setInterval(() => {
          if (globalThis.firstNodeMs === undefined) return;
          clearInterval(handle);
          done(globalThis.firstNodeMs);
        }, 20);
      }),
  );
}

/** Playwright's role and text locators would block the thread being measured. */
export async function waitInPage(page: Page, selector: string, count = 1): Promise<void> {
  await page.evaluate(
    ([wanted, least, until]) =>
      new Promise<void>((done, fail) => {
        const handle = setInterval(() => {
          const isThere = document.querySelectorAll(wanted).length >= least;
          if (!isThere && performance.now() < until) return;
          clearInterval(handle);
          if (isThere) done();
          else fail(new Error(`the page has no ${least} of ${wanted}`));
        }, 20);
      }),
    [selector, count, longestWaitMs] as const,
  );
}

interface Visit {
  paintMs: number;
  nodeMs: number;
  /** The field accepts typing and the thread responds. */
  usableMs: number;
}

async function visit(url: string): Promise<Visit> {
  const { browser } = await startChromium({ webgpu: false });
  try {
    const page = await browser.newPage();
    await noteFirstNode(page);
    await page.goto(url);
    const box = page.getByLabel("Your question");
    await box.fill("Which river");
    const usableMs = await page.evaluate(
      () => new Promise<number>((done) => requestAnimationFrame(() => done(performance.now()))),
    );
    const nodeMs = await recordedRunStands(page);
    const paintMs = await page.evaluate(
      () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
    );
    return { paintMs, nodeMs, usableMs };
  } finally {
    await browser.close();
  }
}

async function run(): Promise<Row[]> {
  const served = await serveBuild();
  try {
    const seen: Visit[] = [];
    for (let round = 0; round < visits; round += 1) seen.push(await visit(served.url));
    const told = (of: (one: Visit) => number) =>
      `${figure(median(seen.map(of)))} (${seen.map((one) => figure(of(one))).join(", ")})`;
    const node = median(seen.map(({ nodeMs }) => nodeMs));
    return [
      fact(
        "first visit: first contentful paint, ms",
        told(({ paintMs }) => paintMs),
      ),
      {
        what: "first visit: the recorded run's first node is drawn, ms",
        aim: `≤ ${aimMs}`,
        measured: told(({ nodeMs }) => nodeMs),
        met: node <= aimMs,
      },
      fact(
        "first visit: the question can be typed, ms",
        told(({ usableMs }) => usableMs),
      ),
    ];
  } finally {
    await served.close();
  }
}

export const arrival: Section = { name: "arrival", needsBuild: true, run };
