/**
 * Opens and brushes 10,000 stored results with logs, and measures memory after reopening. Results
 * are generated.
 */
import type { CDPSession, Page } from "@playwright/test";
import type { LabBatch, LabResult } from "../../src/evaluation/types.ts";
import { writeRunFile } from "../../src/log/file.ts";
import { generatedLog } from "../../src/testing/generated-log.ts";
import { generatedLab } from "../../src/testing/lab/generated-lab.ts";
import { type StartedBrowser, serveBuild, startChromium } from "./browser.ts";
import { brushFrames, frameRow } from "./brush.ts";
import { type HeapSizes, heapSizes } from "./heap.ts";
import { memoryOf } from "./processes.ts";
import { progress, type Section } from "./section.ts";
import { fact, figure, median, type Row } from "./table.ts";

const questions = 1250;
const openAimMs = 2000;
const rounds = 3;
const openedAgain = 10;
/** A log averages 17 KB in a batch over the Factbook. */
const stepsOfLog = 4;
/** More growth than this is a leak. */
const growthAim = 1.1;
const piece = 1000;

async function fill(page: Page): Promise<number> {
  const { batch, questions: rows, results } = generatedLab(questions);
  const log = writeRunFile(generatedLog(stepsOfLog));
  await page.evaluate(
    async ({ batch: given, rows: asked }) => {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open("hopwise");
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
      Reflect.set(globalThis, "labDatabase", database);
      const transaction = database.transaction(["labBatches", "labQuestions"], "readwrite");
      const stored = { batch: given, imported: true, keepsLogs: true, paidNanoUsd: 0 };
      transaction.objectStore("labBatches").put(stored, given.id);
      for (const [index, row] of asked.entries()) {
        transaction.objectStore("labQuestions").put(row, [given.id, index]);
      }
      await new Promise((resolve, reject) => {
        transaction.oncomplete = resolve;
        transaction.onerror = () => reject(transaction.error);
      });
    },
    { batch, rows },
  );
  for (let first = 0; first < results.length; first += piece) {
    await fillResults(page, batch, results.slice(first, first + piece), log);
  }
  return log.length;
}

function fillResults(
  page: Page,
  { id }: LabBatch,
  results: readonly LabResult[],
  log: string,
): Promise<void> {
  return page.evaluate(
    async ({ id: batch, results: some, log: text }) => {
      const database: IDBDatabase = Reflect.get(globalThis, "labDatabase");
      const transaction = database.transaction(["labResults", "labLogs"], "readwrite");
      for (const result of some) {
        const key = [batch, result.question, result.configuration];
        transaction.objectStore("labResults").put(result, key);
        transaction.objectStore("labLogs").put(text, key);
      }
      await new Promise((resolve, reject) => {
        transaction.oncomplete = resolve;
        transaction.onerror = () => reject(transaction.error);
      });
    },
    { id, results, log },
  );
}

/** Ends with the last chart. A string, because tsx adds a helper that the page lacks. */
const openBatch = `(async () => {
  const until = async (find) => {
    for (;;) {
      const found = find();
      if (found) return found;
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  };
  const startMs = performance.now();
  [...document.querySelectorAll("header a")].find((link) => link.textContent === "Lab").click();
  (await until(() => document.querySelector('main a[href^="#lab/generated"]'))).click();
  const listMs = performance.now() - startMs;
  await until(() => document.querySelector("main svg .overlay"));
  await until(() => document.querySelector('main [role="grid"] td'));
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  return { listMs, allMs: performance.now() - startMs };
})()`;

const openedMs = (page: Page): Promise<{ listMs: number; allMs: number }> =>
  page.evaluate(openBatch);

async function leave(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Ask", exact: true }).click();
  await page.getByRole("main", { name: "Ask" }).waitFor();
}

interface Held extends HeapSizes {
  nodes: number;
  renderersMB: number;
}

async function held(session: CDPSession, { pid }: StartedBrowser): Promise<Held> {
  const sizes = await heapSizes(session);
  const { metrics } = await session.send("Performance.getMetrics");
  const nodes = metrics.find(({ name }) => name === "Nodes")?.value ?? Number.NaN;
  return { ...sizes, nodes, renderersMB: pid === null ? 0 : memoryOf(pid, "renderer") };
}

async function memoryRows(page: Page, started: StartedBrowser): Promise<Row[]> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  await page.reload();
  await page.waitForLoadState("networkidle");
  const before = await held(session, started);
  await openedMs(page);
  const once = await held(session, started);
  await leave(page);
  const left = await held(session, started);
  for (let time = 1; time < openedAgain; time += 1) {
    await openedMs(page);
    await leave(page);
  }
  const leftAgain = await held(session, started);
  await openedMs(page);
  const again = await held(session, started);
  const text = ({ dataMB, codeMB, nodes, renderersMB }: Held) =>
    `${figure(dataMB)} (and ${figure(codeMB)} of compiled code; ${nodes} DOM nodes; the tab's process ${renderersMB === 0 ? "not told" : figure(renderersMB)})`;
  const grown = Math.max(again.dataMB / once.dataMB, leftAgain.dataMB / left.dataMB);
  return [
    fact("lab, stored: the page's heap before, MB", text(before)),
    fact("lab, stored: with the batch open, MB", text(once)),
    fact("lab, stored: left again, MB", text(left)),
    fact(`lab, stored: left ${openedAgain} times, MB`, text(leftAgain)),
    {
      what: `lab, stored: opened and left ${openedAgain} times, then open: heap, MB`,
      aim: `≤ ${figure(growthAim)} × the first`,
      measured: text(again),
      met: grown <= growthAim,
    },
  ];
}

async function run(): Promise<Row[]> {
  const served = await serveBuild();
  const started = await startChromium({ webgpu: false });
  try {
    const page = await started.browser.newPage({ viewport: { width: 1280, height: 900 } });
    // The first visit creates the page's database.
    await page.goto(`${served.url}#lab`);
    await page.getByRole("button", { name: "Run it on my questions" }).waitFor();
    progress("writing 10,000 results with their logs");
    const logLength = await fill(page);
    const times: { listMs: number; allMs: number }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await page.goto(served.url);
      await page.reload();
      await page.waitForLoadState("networkidle");
      times.push(await openedMs(page));
    }
    const frames = await brushFrames(page);
    await leave(page);
    const allMs = median(times.map((one) => one.allMs));
    return [
      {
        what: `lab, stored: from “Lab” to all pictures of 10,000 results with logs of ${Math.round(logLength / 1000)} KB, ms`,
        aim: `≤ ${openAimMs}`,
        measured: `${figure(allMs)} (${times.map((one) => figure(one.allMs)).join(", ")}); the list after ${figure(median(times.map((one) => one.listMs)))}`,
        met: allMs <= openAimMs,
      },
      frameRow("lab, stored: a frame while brushing, ms, p50 / p95", frames),
      ...(await memoryRows(page, started)),
    ];
  } finally {
    await started.browser.close();
    await served.close();
  }
}

export const labStored: Section = { name: "lab-stored", needsBuild: true, run };
