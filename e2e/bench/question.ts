/** Asks through the real page, and measures whether it stays responsive. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { foldLedger } from "../../src/folds/ledger.ts";
import { foldTrace } from "../../src/folds/trace.ts";
import { openRunFile } from "../../src/log/file.ts";
import {
  askQuestion,
  choosePreset,
  firstExample,
  openPage,
  savedRun,
  waitForAnswer,
  waitUntilLoaded,
} from "../journey.ts";
import { serveBuild, startProfile } from "./browser.ts";
import { MemoryWatch, type PeakMemory } from "./processes.ts";
import { type BenchOptions, progress, type Section } from "./section.ts";
import { fact, figure, median, type Row } from "./table.ts";

/** Seconds on two cores. */
const aims = { warm: 2.2, cold: 6 };
/** Meanwhile the page loads from cache. */
const writingMs = 5000;
const warmRounds = 3;

interface Asked {
  /** Counted from the click. */
  seconds: number;
  /** Excludes loading. */
  runSeconds: number;
  calls: number;
  promptTokens: number;
  cachedTokens: number;
  generatedTokens: number;
  answer: string;
  /** Counted from the click. */
  longestTaskMs: number;
  /** The delay of a 20 ms timer; includes other work. */
  worstLagMs: number;
}

export interface PageQuestion {
  first: Asked;
  /** Only the first question waits for loading. */
  loadSeconds: number;
  warm: Asked[];
  /** Asked on a later visit, after typing. */
  later: Asked;
  memory: PeakMemory | null;
}

declare global {
  var pageBlocks: { longestTaskMs: number; worstLagMs: number } | undefined;
}

export async function watchThread(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const blocks = { longestTaskMs: 0, worstLagMs: 0 };
    globalThis.pageBlocks = blocks;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) {
        blocks.longestTaskMs = Math.max(blocks.longestTaskMs, duration);
      }
    }).observe({ entryTypes: ["longtask"] });
    let due = performance.now() + 20;
    setInterval(() => {
      const now = performance.now();
      blocks.worstLagMs = Math.max(blocks.worstLagMs, now - due);
      due = now + 20;
    }, 20);
  });
}

export async function resetBlocks(page: Page): Promise<void> {
  await page.evaluate(() => {
    if (globalThis.pageBlocks === undefined) return;
    globalThis.pageBlocks.longestTaskMs = 0;
    globalThis.pageBlocks.worstLagMs = 0;
  });
}

/** Waits until the first answer's files are cached. */
async function waitUntilKept(page: Page): Promise<void> {
  const isKept = () =>
    page.evaluate(async () => {
      const kept = await (await caches.open("hopwise-kept")).keys();
      const wanted = ["model_quantized.onnx_data_2", "passages.jsonl", "hopwise-encoder/onnx/"];
      return wanted.every((file) => kept.some(({ url }) => url.includes(file)));
    });
  await expect.poll(isKept, { timeout: 120_000, intervals: [500] }).toBe(true);
  // The last file may still be being written.
  await page.waitForTimeout(3000);
}

async function askLater(page: Page): Promise<Asked> {
  await watchThread(page);
  await openPage(page);
  const field = page.getByRole("textbox", { name: "Your question" });
  await field.pressSequentially(firstExample, { delay: writingMs / firstExample.length });
  return ask(page, () => Promise.resolve());
}

async function ask(page: Page, whileRunning: () => Promise<void>): Promise<Asked> {
  await resetBlocks(page);
  const startMs = performance.now();
  await askQuestion(page, firstExample);
  // Otherwise the previous answer would be taken.
  await page.getByRole("button", { name: "Stop" }).waitFor();
  await whileRunning();
  await waitForAnswer(page);
  const seconds = (performance.now() - startMs) / 1000;
  const blocks = await page.evaluate(() => globalThis.pageBlocks);
  const events = openRunFile(await savedRun(page));
  const { calls, promptTokens, cachedTokens, generatedTokens } = foldLedger(events).total;
  progress(`answered in ${figure(seconds)} s`);
  return {
    seconds,
    runSeconds: (events.at(-1)?.atMs ?? 0) / 1000,
    calls,
    promptTokens,
    cachedTokens,
    generatedTokens,
    answer: foldTrace(events).answer?.short ?? "",
    longestTaskMs: blocks?.longestTaskMs ?? Number.NaN,
    worstLagMs: blocks?.worstLagMs ?? Number.NaN,
  };
}

async function measure(): Promise<PageQuestion> {
  const served = await serveBuild();
  const folder = await mkdtemp(join(tmpdir(), "hopwise-bench-"));
  const { context, pid } = await startProfile(folder, served.url);
  const watch = pid === null ? null : new MemoryWatch(pid);
  try {
    const [page = await context.newPage()] = context.pages();
    await watchThread(page);
    await openPage(page);
    await choosePreset(page, "SearChain, all small");
    const startMs = performance.now();
    let loadSeconds = Number.NaN;
    const first = await ask(page, async () => {
      await waitUntilLoaded(page);
      loadSeconds = (performance.now() - startMs) / 1000;
    });
    const warm: Asked[] = [];
    for (let round = 0; round < warmRounds; round += 1) {
      warm.push(await ask(page, () => Promise.resolve()));
    }
    const memory = watch?.stop() ?? null;
    await waitUntilKept(page);
    const next = await context.newPage();
    await page.close();
    const later = await askLater(next);
    return { first, loadSeconds, warm, later, memory };
  } finally {
    watch?.stop();
    await context.close();
    await served.close();
    await rm(folder, { recursive: true });
  }
}

let measured: Promise<PageQuestion> | null = null;

export function pageQuestion(): Promise<PageQuestion> {
  measured ??= measure();
  return measured;
}

function blockRow(asked: readonly Asked[]): Row {
  const longest = Math.max(...asked.map(({ longestTaskMs }) => longestTaskMs));
  const lag = Math.max(...asked.map(({ worstLagMs }) => worstLagMs));
  return fact(
    "longest block of the page's thread during it, ms",
    `${longest === 0 ? "none over 50" : figure(longest)} (longest task); ${figure(lag)} (latest timer)`,
  );
}

async function run(_options: BenchOptions): Promise<Row[]> {
  const { first, loadSeconds, warm, later } = await pageQuestion();
  const warmSeconds = median(warm.map(({ seconds }) => seconds));
  const { calls, promptTokens, cachedTokens, generatedTokens, answer } = first;
  return [
    {
      what: "first example in the page, models loaded, s",
      aim: `≤ ${aims.warm}`,
      measured: `${figure(warmSeconds)} (${warm.map(({ seconds }) => figure(seconds)).join(", ")})`,
      met: warmSeconds <= aims.warm,
    },
    {
      what: "the same as the first thing asked, loading included, s",
      aim: `≤ ${aims.cold}`,
      measured: `${figure(first.seconds)}: loading ${figure(loadSeconds)}, then the run ${figure(first.runSeconds)}`,
      met: first.seconds <= aims.cold,
    },
    fact(`the first of a later visit, written for ${writingMs / 1000} s, s`, figure(later.seconds)),
    fact(
      "its calls and tokens",
      `${calls} calls; ${promptTokens} prompt tokens (${cachedTokens} from kept prefixes), ${generatedTokens} generated; answer “${answer}”`,
    ),
    blockRow([first, ...warm, later]),
  ];
}

export const question: Section = { name: "question", needsBuild: true, run };
