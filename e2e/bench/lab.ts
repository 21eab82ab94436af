/** Uses 10,000 generated results in memory; `lab-stored.ts` covers IndexedDB. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import react from "@vitejs/plugin-react";
import { build, preview } from "vite";
import { analyse } from "../../src/evaluation/analysis/analyse.ts";
import { labColumns, onSet, questionSet } from "../../src/evaluation/analysis/columns.ts";
import {
  byValue,
  markBrushed,
  stripLayout,
} from "../../src/features/lab/view/pictures/lab-strip.ts";
import { root } from "../../src/node/place.ts";
import { generatedLab } from "../../src/testing/lab/generated-lab.ts";
import { type Served, startChromium } from "./browser.ts";
import { brushFrames, frameRow } from "./brush.ts";
import type { BenchOptions, Section } from "./section.ts";
import { fact, figure, median, quantile, type Row } from "./table.ts";

const questions = 1250;
const openAimMs = 2000;
const repeats = 9;
const brushSteps = 200;
const page = "src/testing/ui/lab-analysis/gallery.html";

function timed(work: () => unknown): number {
  const startMs = performance.now();
  work();
  return performance.now() - startMs;
}

const medianOf = (work: () => unknown) =>
  median(Array.from({ length: repeats }, () => timed(work)));

function brushTimes(): number[] {
  const { batch, results } = generatedLab(questions);
  const { byConfiguration } = labColumns(batch, results, "coverEm", "largeTokens");
  const [own, against = null] = ["LLL", "SSS"].map((id) => byConfiguration.get(id) ?? null);
  if (own === null || own === undefined) return [];
  const sorted = byValue(own.cost);
  return Array.from({ length: brushSteps }, (_, step) =>
    timed(() => {
      const brushed = markBrushed(sorted, [step * 5, 1500 + step * 10], questions);
      const set = questionSet({ configuration: own, against, filter: "all", brushed });
      for (const column of byConfiguration.values()) onSet(column, set);
    }),
  );
}

function inNode(): Row[] {
  const { batch, results } = generatedLab(questions);
  const by = { metric: "coverEm", cost: "largeTokens" } as const;
  const columns = labColumns(batch, results, by.metric, by.cost);
  const all = columns.byConfiguration.get("LLL");
  const box = { width: 1100, height: 190, left: 12, right: 16, top: 18, bottom: 40 };
  const steps = brushTimes();
  return [
    fact(
      "lab, Node: analysis of 10,000 results, 1,000 resamples, ms",
      figure(medianOf(() => analyse(batch, results, by))),
    ),
    fact(
      "lab, Node: columns; strip of 1,250 dots, ms",
      [
        medianOf(() => labColumns(batch, results, by.metric, by.cost)),
        all === undefined
          ? Number.NaN
          : medianOf(() => stripLayout({ values: all.cost, right: all.right }, box)),
      ]
        .map(figure)
        .join("; "),
    ),
    fact(
      "lab, Node: counting at one step of the brush, ms, p50 / p99",
      `${figure(quantile(steps, 0.5))} / ${figure(quantile(steps, 0.99))}`,
    ),
  ];
}

async function serveGallery(): Promise<Served> {
  const outDir = await mkdtemp(join(tmpdir(), "hopwise-lab-"));
  const common = { root, configFile: false, logLevel: "error" } as const;
  await build({
    ...common,
    publicDir: false,
    plugins: [react()],
    worker: { format: "es" },
    build: { target: "es2024", outDir, rollupOptions: { input: join(root, page) } },
  });
  const server = await preview({
    ...common,
    build: { outDir },
    preview: { port: 4350, open: false },
  });
  const url = server.resolvedUrls?.local[0];
  if (url === undefined) throw new Error("the server has no address");
  return {
    url,
    close: async () => {
      await server.close();
      await rm(outDir, { recursive: true });
    },
  };
}

/** Lasts from the view's first line to its cards. */
async function openingMs(tab: Page, url: string): Promise<number> {
  await tab.goto(`${url}${page}?n=${questions}`);
  await tab.getByRole("radiogroup", { name: "Setups" }).waitFor({ timeout: 120_000 });
  return tab.evaluate(() => {
    const [mark] = performance.getEntriesByName("lab-begins");
    return performance.now() - (mark?.startTime ?? Number.NaN);
  });
}

async function inPage(): Promise<Row[]> {
  const served = await serveGallery();
  const { browser } = await startChromium({ webgpu: false });
  try {
    const tab = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    // The first visit fills the browser's caches.
    await openingMs(tab, served.url);
    const opened = [await openingMs(tab, served.url), await openingMs(tab, served.url)];
    const frames = await brushFrames(tab);
    return [
      {
        what: "lab, page: 10,000 results in memory to all pictures, ms",
        aim: `≤ ${openAimMs}`,
        measured: figure(Math.min(...opened)),
        met: Math.min(...opened) <= openAimMs,
      },
      frameRow("lab, page: a frame while brushing, ms, p50 / p95", frames),
    ];
  } finally {
    await browser.close();
    await served.close();
  }
}

async function run(_options: BenchOptions): Promise<Row[]> {
  return [...inNode(), ...(await inPage())];
}

export const lab: Section = { name: "lab", needsBuild: false, run };
