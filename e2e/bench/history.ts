import type { Page } from "@playwright/test";
import { summaryOf } from "../../src/features/runs/run-recorder.ts";
import type { RunSummary } from "../../src/storage/runs.ts";
import { fakeRun } from "../../src/testing/fake-run.ts";
import { serveBuild, startChromium } from "./browser.ts";
import type { Section } from "./section.ts";
import { fact, figure, median, type Row } from "./table.ts";

const aimMs = 1000;
const runs = 10_000;
const rounds = 5;

/** The list does not read logs. */
async function fill(page: Page, row: RunSummary): Promise<void> {
  await page.evaluate(
    async ({ row: like, runs: number }) => {
      const request = indexedDB.open("hopwise");
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
      const transaction = database.transaction("runs", "readwrite");
      const store = transaction.objectStore("runs");
      for (let made = 0; made < number; made += 1) {
        const id = `run-${made}`;
        const question = `Question number ${made}: which sea borders the country of step ${made}?`;
        store.put({ ...like, id, question, begunEpochMs: made }, id);
      }
      await new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve();
        transaction.onerror = () => reject(transaction.error);
      });
      database.close();
    },
    { row, runs },
  );
}

async function openMs(page: Page): Promise<number> {
  await page.getByRole("link", { name: "Ask", exact: true }).click();
  await page.getByRole("main", { name: "Ask" }).waitFor();
  return page.evaluate(async () => {
    const startMs = performance.now();
    location.hash = "#runs";
    while (document.querySelector("main article") === null) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    return performance.now() - startMs;
  });
}

async function searchMs(page: Page): Promise<number> {
  const startMs = performance.now();
  await page.getByRole("textbox", { name: /^Search/u }).fill("9999:");
  await page.getByText(/^1 of 10,000 runs/u).waitFor();
  return performance.now() - startMs;
}

async function run(): Promise<Row[]> {
  const row = summaryOf(fakeRun(), { begunEpochMs: 0, savedEpochMs: 0 }, 30_000);
  if (row === null) throw new Error("the fake run has a start");
  const served = await serveBuild();
  const { browser } = await startChromium({ webgpu: false });
  try {
    const page = await browser.newPage();
    // The first visit creates the page's database.
    await page.goto(`${served.url}#runs`);
    await page.getByText("No runs yet").waitFor();
    await fill(page, row);
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await page.reload();
      await page.waitForLoadState("networkidle");
      times.push(await openMs(page));
    }
    const found = await searchMs(page);
    return [
      {
        what: `the list of ${runs} stored runs opens, ms`,
        aim: `≤ ${aimMs}`,
        measured: figure(median(times)),
        met: median(times) <= aimMs,
      },
      fact("one of them is found by a word, ms, with the test's own way", figure(found)),
    ];
  } finally {
    await browser.close();
    await served.close();
  }
}

export const history: Section = { name: "history", needsBuild: true, run };
