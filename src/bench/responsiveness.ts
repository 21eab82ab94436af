/** How long the page's own thread is held up, at most, by what a person does with it. */
import type { Page } from "@playwright/test";
import {
  choosePreset,
  firstExample,
  openRun,
  waitForAnswer,
  waitUntilLoaded,
} from "../../e2e/journey.ts";
import { text } from "../ui/text/en.ts";
import { noteFirstNode, recordedRunStands } from "./arrival.ts";
import { serveBuild, startChromium } from "./browser.ts";
import { generatedLog } from "./generated-log.ts";
import { watchThread } from "./question.ts";
import type { Section } from "./section.ts";
import { figure, type Row } from "./table.ts";

const aimMs = 50;
const nodes = 500;

type Step = [what: string, act: (page: Page) => Promise<unknown>];

const steps: readonly Step[] = [
  [
    "arrival, with the recorded run",
    async (page) => {
      await recordedRunStands(page);
      await page.getByRole("button", { name: "Copy with sources" }).waitFor();
      await page.waitForLoadState("networkidle");
    },
  ],
  ["opening Lab", (page) => openView(page, "Lab")],
  ["opening Runs", (page) => openView(page, "Runs")],
  ["opening Settings", (page) => openDialog(page, text.stages.engines)],
  ["opening Router", (page) => openDialog(page, text.page.router)],
  [
    "a first question, loading included",
    async (page) => {
      await choosePreset(page, "SearChain, all small");
      await page.getByLabel("Your question").fill(firstExample);
      await page.getByRole("button", { name: "Ask", exact: true }).click();
      await waitUntilLoaded(page);
      await waitForAnswer(page);
    },
  ],
  [
    `opening a run of ${nodes} nodes`,
    async (page) => {
      await openRun(page, generatedLog(nodes));
      await page.waitForFunction(
        (most) => document.querySelectorAll('[role="treeitem"]').length > most,
        nodes / 2,
      );
    },
  ],
];

async function openView(page: Page, name: string): Promise<void> {
  await page.getByRole("link", { name, exact: true }).click();
  await page.getByRole("heading", { name, exact: true }).waitFor();
  await page.waitForTimeout(500);
  await page.getByRole("link", { name: "Ask", exact: true }).click();
  await page.getByRole("main", { name: "Ask" }).waitFor();
}

async function openDialog(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name, exact: true }).first().click();
  await page.getByRole("dialog").waitFor();
  await page.waitForTimeout(500);
  await page.keyboard.press("Escape");
}

/** Tasks are told from 50 ms on, and in whole milliseconds. */
function row(what: string, longestMs: number): Row {
  return {
    what: `longest block of the page's thread: ${what}, ms`,
    aim: `≤ ${aimMs}`,
    measured: longestMs === 0 ? "none over 50" : figure(longestMs),
    met: longestMs <= aimMs,
  };
}

async function run(): Promise<Row[]> {
  const served = await serveBuild();
  const { browser } = await startChromium({ webgpu: false });
  try {
    const page = await browser.newPage({ baseURL: served.url });
    await watchThread(page);
    await noteFirstNode(page);
    await page.goto("/");
    const rows: Row[] = [];
    for (const [what, act] of steps) {
      await act(page);
      await page.waitForTimeout(500);
      rows.push(row(what, await page.evaluate(() => globalThis.pageBlocks?.longestTaskMs ?? 0)));
      await page.evaluate(() => {
        if (globalThis.pageBlocks !== undefined) globalThis.pageBlocks.longestTaskMs = 0;
      });
    }
    return rows;
  } finally {
    await browser.close();
    await served.close();
  }
}

export const responsiveness: Section = { name: "responsiveness", needsBuild: true, run };
