import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, ElementHandle, Locator, Page } from "@playwright/test";
import { stopButtonId } from "../../src/app/runtime/runtime-context.ts";
import { routerName } from "../../src/features/router/text/name.ts";
import { writeRunFile } from "../../src/log/file.ts";
import { generatedLog } from "../../src/testing/generated-log.ts";
import { text } from "../../src/ui-kit/text/page.ts";
import { choosePreset, firstExample } from "../journey.ts";
import { noteFirstNode, recordedRunStands, waitInPage } from "./arrival.ts";
import { serveBuild, startChromium } from "./browser.ts";
import { resetBlocks, watchThread } from "./question.ts";
import type { Section } from "./section.ts";
import { figure, type Row } from "./table.ts";

const aimMs = 50;
const nodes = 500;
const hurryMs = 300;
const restMs = 500;

/** Elements are located before `begin`: locators would count as the page's work. */
type Step = [what: string, act: (page: Page, begin: () => Promise<void>) => Promise<unknown>];

const steps: readonly Step[] = [
  [
    "arrival, with the recorded run",
    async (page) => {
      await recordedRunStands(page);
      await waitInPage(page, answered);
      await page.waitForLoadState("networkidle");
    },
  ],
  ["opening Lab", (page, begin) => openView(page, "Lab", begin)],
  ["opening Runs", (page, begin) => openView(page, "Runs", begin)],
  ["opening Settings", (page, begin) => openDialog(page, text.stages.engines, begin)],
  ["opening Router", (page, begin) => openDialog(page, routerName, begin)],
  [
    "a first question, loading included",
    async (page, begin) => {
      await choosePreset(page, "SearChain, all small");
      await askFirst(page, begin);
    },
  ],
  [
    `opening a run of ${nodes} nodes`,
    async (page, begin) => {
      const file = await found(page.locator('input[aria-label="Open run"]').first());
      const path = join(await mkdtemp(join(tmpdir(), "hopwise-")), "a.run.json");
      await writeFile(path, writeRunFile(generatedLog(nodes)));
      await begin();
      await file.setInputFiles(path);
      await waitInPage(page, "svg g.node", nodes);
      await waitInPage(page, '[role="treeitem"]', nodes);
    },
  ],
];

/** Only an answer has these buttons. */
const answered = 'section[aria-labelledby="answer-title"] button';

async function askFirst(page: Page, begin: () => Promise<void>): Promise<void> {
  await page.getByLabel("Your question").fill(firstExample);
  const ask = await found(page.getByRole("button", { name: "Ask", exact: true }));
  await begin();
  await ask.click();
  await waitInPage(page, `#${stopButtonId}`);
  await waitInPage(page, answered);
}

async function askAtOnce(browser: Browser, url: string): Promise<Row> {
  const page = await browser.newPage({ baseURL: url });
  await watchThread(page);
  await page.goto("/");
  await page.waitForTimeout(hurryMs);
  await askFirst(page, () => resetBlocks(page));
  await page.waitForTimeout(restMs);
  return row(`a question ${hurryMs} ms after arrival`, await longestTask(page));
}

function longestTask(page: Page): Promise<number> {
  return page.evaluate(() => globalThis.pageBlocks?.longestTaskMs ?? 0);
}

async function found(locator: Locator): Promise<ElementHandle<Element>> {
  const element = await locator.elementHandle();
  if (element === null) throw new Error("what is to be pressed is not there");
  return element;
}

async function openView(page: Page, name: string, begin: () => Promise<void>): Promise<void> {
  const link = await found(page.getByRole("link", { name, exact: true }));
  await begin();
  await link.click();
  await page.waitForTimeout(1500);
  await page.getByRole("heading", { name, exact: true }).waitFor();
  await page.getByRole("link", { name: "Ask", exact: true }).click();
  await page.getByRole("main", { name: "Ask" }).waitFor();
}

async function openDialog(page: Page, name: string, begin: () => Promise<void>): Promise<void> {
  const button = await found(page.getByRole("button", { name, exact: true }).first());
  await begin();
  await button.click();
  await waitInPage(page, "dialog[open]");
  await page.waitForTimeout(1000);
  await page.keyboard.press("Escape");
}

/** Long tasks are reported from 50 ms on. */
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
      await act(page, () => resetBlocks(page));
      await page.waitForTimeout(restMs);
      rows.push(row(what, await longestTask(page)));
    }
    return [...rows, await askAtOnce(browser, served.url)];
  } finally {
    await browser.close();
    await served.close();
  }
}

export const responsiveness: Section = { name: "responsiveness", needsBuild: true, run };
