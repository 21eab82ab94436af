/**
 * θ, the confidence above which the reader's span counts against the planner's answer: runs the
 * real reader and prints the effect of each θ.
 *
 *   npm run bench -- theta [--data FILE[.gz]] [--limit N] [--threads N] [--save FILE] [--saved FILE]
 *                          [--reader encoder|model] [--encoder ID|FOLDER] [--small ID|FOLDER]
 *
 * The reader is the encoder if it has the heads, otherwise the small language model. Without --data
 * it reads the sub-questions of the project's own questions, choosing θ on odd-numbered ones and
 * checking it on even-numbered ones. With --data, halved likewise: a HotpotQA file in distractor
 * form (../shared/data/hotpotqa/train_distractor.jsonl.gz), or the encoder's selection rows
 * (models/.build/data/encoder-read-dev.jsonl), which include passages without an answer. --save
 * stores the readings, --saved prints the tables of stored readings.
 */
import { readFile, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import * as z from "zod/mini";
import { markdownTable } from "../../../src/cli/eval/markdown-table.ts";
import { auroc } from "../../../src/evaluation/statistics/reliability.ts";
import { readerChoice } from "../../../src/log/types.ts";
import type { Encoder } from "../../../src/models/encoder/transformers-encoder.ts";
import { embeddedFor } from "../../../src/node/embedded-vectors.ts";
import { loadEncoder, loadSmall } from "../../../src/node/node-ports.ts";
import { factbook } from "../../../src/retrieval/libraries/factbook/index.ts";
import { readQuestions } from "../../../src/retrieval/libraries/factbook/questions.ts";
import {
  type Asked,
  askedOfFile,
  factbookAsked,
  readByEncoder,
  readByModel,
} from "../measures/readings.ts";
import {
  bestTheta,
  calibrationError,
  effect,
  precision,
  type Reading,
  recommendedTheta,
  reliability,
  thetaRow,
  thetas,
} from "./theta.ts";

const planners = [0.2, 0.5, 0.7, 0.9] as const;
/**
 * The accuracy θ is recommended for. Only a large planner answers, and only when certain; we assume
 * 50 to 90 %, and the gain is linear in it.
 */
const expectedPlanner = 0.7;

interface Halves {
  odd: Reading[];
  even: Reading[];
}

const { values } = parseArgs({
  options: {
    data: { type: "string" },
    limit: { type: "string", default: "1000" },
    threads: { type: "string", default: "2" },
    reader: { type: "string" },
    small: { type: "string" },
    encoder: { type: "string" },
    save: { type: "string" },
    saved: { type: "string" },
  },
});
const never = new AbortController().signal;
const threads = Number(values.threads);

const saved = z.array(
  z.object({
    query: z.string(),
    span: z.string(),
    confidence: z.number(),
    right: z.boolean(),
    passageRight: z.nullable(z.boolean()),
  }),
);
const savedHalves = z.object({ odd: saved, even: saved });

/** Splits by question number, counted from 1. */
function half<T>(all: readonly T[], which: "odd" | "even"): T[] {
  return all.filter((_, index) => (index % 2 === 0) === (which === "odd"));
}

async function askedHalves(encoder: Encoder): Promise<{ odd: Asked[]; even: Asked[] }> {
  const limit = Number(values.limit);
  if (values.data !== undefined) {
    const asked = (await askedOfFile(values.data)).slice(0, limit);
    return { odd: half(asked, "odd"), even: half(asked, "even") };
  }
  const questions = (await readQuestions()).slice(0, limit);
  const retriever = await embeddedFor(factbook, encoder, values.encoder, never);
  const odd = await factbookAsked(half(questions, "odd"), retriever, never);
  const even = await factbookAsked(half(questions, "even"), retriever, never);
  return { odd, even };
}

type Read = (asked: Asked) => Promise<Reading>;

async function readHalves(): Promise<Halves> {
  const encoder = await loadEncoder(threads, values.encoder);
  const asked = await askedHalves(encoder);
  const { read, close } = await chosenReader(encoder);
  const readings: Halves = { odd: [], even: [] };
  for (const which of ["odd", "even"] as const) {
    for (const one of asked[which]) {
      readings[which].push(await read(one));
      if (process.stderr.isTTY) process.stderr.write(`\r${which} ${readings[which].length} `);
    }
  }
  await close();
  await encoder.dispose();
  return readings;
}

async function chosenReader({
  reader,
}: Encoder): Promise<{ read: Read; close: () => Promise<void> }> {
  const by = readerChoice.parse(values.reader ?? (reader === null ? "model" : "encoder"));
  console.log(`Reader: ${by}`);
  if (by === "encoder") {
    if (reader === null) throw new Error("this encoder has no heads to read with");
    return { read: (one) => readByEncoder(reader, one, never), close: async () => {} };
  }
  const id = values.small === undefined ? {} : { id: values.small };
  const model = await loadSmall({ threads, ...id }, never);
  return { read: (one) => readByModel(model, one, never), close: () => model.unload() };
}

const percent = (value: number | null) => (value === null ? "—" : (100 * value).toFixed(1));
const signed = (value: number) => `${value >= 0 ? "+" : "−"}${(100 * Math.abs(value)).toFixed(1)}`;

function printSummary(name: string, readings: readonly Reading[]): void {
  const spans = readings.filter(({ span }) => span !== "");
  const known = spans.filter(({ passageRight }) => passageRight !== null);
  const found = known.filter(({ passageRight }) => passageRight === true);
  const missed = known.filter(({ passageRight }) => passageRight === false);
  console.log(
    `\n### ${name}: ${readings.length} readings\n\n` +
      `${spans.length} found a span, ${percent(precision(spans))} % of them right ` +
      `(gold passage read: ${percent(precision(found))} % of ${found.length}; ` +
      `another passage: ${percent(precision(missed))} % of ${missed.length}). ` +
      `Confidence tells right spans from wrong ones: AUROC ${percent(separation(spans))} %.\n`,
  );
}

/** AUROC over the spans found; null if all are right or all wrong. */
function separation(spans: readonly Reading[]): number | null {
  const area = auroc(
    spans.map(({ confidence, right }) => ({ score: confidence, positive: right })),
  );
  return Number.isNaN(area) ? null : area;
}

function printSweep(readings: readonly Reading[]): void {
  const rows = thetas.map((theta) => {
    const row = thetaRow(readings, theta);
    return [
      theta.toFixed(2),
      `${percent(row.shareAbove)} (${row.above})`,
      percent(row.precisionAbove),
      percent(row.precisionBelow),
      ...planners.map((planner) => {
        const { help, harm, net } = effect(readings, theta, planner);
        return `${percent(help)} − ${percent(harm)} = ${signed(net)}`;
      }),
    ];
  });
  const effects = planners.map((planner) => `planner right ${100 * planner} %: help − harm`);
  console.log(
    markdownTable(["θ", "above, % (n)", "right above, %", "right below, %", ...effects], rows),
  );
}

function printReliability(readings: readonly Reading[]): void {
  const bins = reliability(readings);
  console.log(
    `\n${markdownTable(
      ["confidence", "n", "mean confidence, %", "right, %"],
      bins.map((bin) => [
        `${bin.from.toFixed(1)}–${bin.to.toFixed(1)}`,
        String(bin.n),
        percent(bin.meanConfidence),
        percent(bin.precision),
      ]),
    )}\n\nMean distance of confidence from precision: ${percent(calibrationError(bins))} points.`,
  );
}

function printCheck({ odd, even }: Halves): void {
  const rows = planners.map((planner) => {
    const chosen = recommendedTheta(odd, planner);
    const best = bestTheta(even, planner);
    const at = (readings: readonly Reading[], theta: number) =>
      signed(effect(readings, theta, planner).net);
    return [
      `${100 * planner} %`,
      chosen.toFixed(2),
      at(odd, chosen),
      at(even, chosen),
      at(even, 0),
      `${at(even, best)} (${best.toFixed(2)})`,
    ];
  });
  const head = ["planner right", "θ by odd", "odd", "even", "even, θ = 0", "even, its own best θ"];
  console.log(
    "\n### θ chosen on odd, checked on even: points of accuracy gained over never overruling\n\n" +
      `${markdownTable(head, rows)}\n\n` +
      `Recommended: ${recommendedTheta(odd, expectedPlanner).toFixed(2)}`,
  );
}

const halves =
  values.saved === undefined
    ? await readHalves()
    : savedHalves.parse(JSON.parse(await readFile(values.saved, "utf8")));
if (values.save !== undefined) await writeFile(values.save, JSON.stringify(halves));
for (const which of ["odd", "even"] as const) {
  printSummary(`${which} questions`, halves[which]);
  printSweep(halves[which]);
  printReliability(halves[which]);
}
printCheck(halves);
