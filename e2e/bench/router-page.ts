import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import * as z from "zod/mini";
import { routerText as words } from "../../src/features/router/text/router.ts";
import { writeScores } from "../../src/methods/homo-router/training/score-file.ts";
import { catalogue, embeddedModel } from "../../src/models/catalogue.ts";
import { weightsId } from "../../src/models/catalogue-model.ts";
import { root } from "../../src/node/place.ts";
import { seededRandom } from "../../src/shared/random.ts";
import { openPage } from "../journey.ts";
import { serveBuild, startChromium } from "./browser.ts";
import type { Section } from "./section.ts";
import { figure, type Row } from "./table.ts";

const aimMs = 50;
const questions = 300;
const dimensions = 384;
/** Two of these are known only from the file. */
const toolIds = ["none", "bm25", "google", "bing"];
const prices = { google: 5, bing: 10 };
const sliderSteps = 12;

/** Vectors are the page encoder's, so that no model is loaded. */
async function scoresFile(): Promise<string> {
  const text = await readFile(join(root, "models/catalogue.json"), "utf8");
  const encoderModel = embeddedModel(catalogue.parse(JSON.parse(text)), "encoder");
  const encoder = encoderModel === undefined ? null : weightsId(encoderModel);
  const random = seededRandom(11);
  const rows = Array.from({ length: questions }, (_, index) => ({
    id: `q${index}`,
    question: `Which sea borders the country whose capital is town number ${index}?`,
    golds: ["x"],
    predictions: {},
    scores: Object.fromEntries(
      toolIds.map((id, tool) => [id, Math.min(1, 0.9 * random() + 0.03 * tool)]),
    ),
    encoder,
    vector: Float32Array.from({ length: dimensions }, () => random() - 0.5),
  }));
  return writeScores(rows, { withVectors: true, matching: "token-f1" });
}

const trace = z.object({
  traceEvents: z.array(
    z.looseObject({
      name: z.string(),
      ph: z.string(),
      pid: z.number(),
      tid: z.number(),
      tdur: z.optional(z.number()),
      args: z.optional(z.looseObject({ name: z.optional(z.unknown()) })),
    }),
  ),
});

export interface Busy {
  what: string;
  /** In CPU time, which excludes other programs. */
  longestMs: number;
  count: number;
}

function tasksOf(text: string): number[] {
  const { traceEvents } = trace.parse(JSON.parse(text));
  const isMain = ({ name, args }: (typeof traceEvents)[number]) =>
    name === "thread_name" && args?.name === "CrRendererMain";
  const mains = new Set(traceEvents.filter(isMain).map(({ pid, tid }) => `${pid} ${tid}`));
  return traceEvents
    .filter(({ name, pid, tid }) => name.endsWith("RunTask") && mains.has(`${pid} ${tid}`))
    .map(({ tdur = 0 }) => tdur / 1000);
}

async function busyAt(page: Page, what: string, work: () => Promise<void>): Promise<Busy> {
  const browser = page.context().browser();
  if (browser === null) throw new Error("a page without a browser");
  await browser.startTracing(page, {
    categories: ["toplevel", "disabled-by-default-devtools.timeline", "__metadata"],
  });
  await work();
  // The last action is drawn a little later.
  await page.waitForTimeout(500);
  const tasks = tasksOf((await browser.stopTracing()).toString("utf8"));
  return {
    what,
    longestMs: Math.max(0, ...tasks),
    count: tasks.filter((ms) => ms > aimMs).length,
  };
}

export async function routerBusy(page: Page): Promise<Busy[]> {
  // The page's thread would have to decode inline data.
  const folder = await mkdtemp(join(tmpdir(), "hopwise-"));
  try {
    const file = join(folder, "scores.jsonl");
    await writeFile(file, await scoresFile());
    return await busyWith(page, file);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function busyWith(page: Page, file: string): Promise<Busy[]> {
  await openPage(page);
  const dialog = page.getByRole("dialog", { name: "Search router" });
  const found: Busy[] = [];
  const at = async (what: string, work: () => Promise<void>) => {
    found.push(await busyAt(page, what, work));
  };
  await at("opening it", async () => {
    await page.getByRole("button", { name: "Search router" }).click();
    await dialog.getByRole("heading", { name: words.scoresTitle }).waitFor();
  });
  await at(`a file of ${questions} × ${toolIds.length} scores`, async () => {
    const chooser = page.waitForEvent("filechooser");
    await dialog.getByRole("button", { name: words.openScores }).click();
    await (await chooser).setFiles(file);
    await dialog.getByText(`${questions} questions were read`).waitFor();
  });
  await at("prices", async () => {
    for (const [id, price] of Object.entries(prices)) {
      await dialog
        .getByRole("spinbutton", { name: new RegExp(`Price of ${id}`, "u") })
        .fill(String(price));
    }
  });
  await at("training", async () => {
    await dialog.getByRole("button", { name: "Train", exact: true }).click();
    await dialog.getByText(words.curveKey).waitFor({ timeout: 300_000 });
  });
  await at(`${sliderSteps} steps of the bound`, async () => {
    const bound = dialog.getByRole("slider", { name: /P_min/u });
    await bound.focus();
    for (let step = 0; step < sliderSteps; step += 1) {
      await page.keyboard.press("ArrowRight");
      await page.waitForTimeout(200);
    }
  });
  await page.reload();
  await at("opening it again, with all that was learnt", async () => {
    await page.getByRole("button", { name: "Search router" }).click();
    await dialog.getByText(words.curveKey).waitFor({ timeout: 60_000 });
  });
  return found;
}

async function run(): Promise<Row[]> {
  const served = await serveBuild();
  const { browser } = await startChromium({ webgpu: false });
  try {
    const page = await browser.newPage({ baseURL: served.url });
    const found = await routerBusy(page);
    return found.map(({ what, longestMs, count }) => ({
      what: `router, ${what}: longest task, ms of the processor (${count} over ${aimMs})`,
      aim: `≤ ${aimMs}`,
      measured: figure(longestMs),
      met: longestMs <= aimMs,
    }));
  } finally {
    await browser.close();
    await served.close();
  }
}

export const routerPage: Section = { name: "router-page", needsBuild: true, run };
