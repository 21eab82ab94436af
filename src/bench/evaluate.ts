/**
 * How well it answers: cover-EM, EM and F1 of a question set with 95 % intervals.
 *
 *   npm run bench:answers -- --data FILE[.gz] [--limit N] [--skip N] [--every N] [--out FILE]
 *                            [any option of `npm run ask`]
 *
 * Rows with their own `context` are answered from it alone, the others from --library.
 */
import { randomUUID } from "node:crypto";
import { appendFile, readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { gunzipSync } from "node:zlib";
import * as z from "zod/mini";
import { askOptions, readArguments } from "../cli/arguments.ts";
import { loadEncoder, loadLarge, loadSmall, openLibrary, portsOf } from "../cli/node-ports.ts";
import type { RunEvent } from "../core/events.ts";
import { foldLedger } from "../core/folds/ledger.ts";
import { foldTrace } from "../core/folds/trace.ts";
import {
  coverExactMatch,
  coverExactMatchTokens,
  exactMatch,
  tokenF1,
} from "../core/metrics/score.ts";
import type { Retriever } from "../core/ports.ts";
import { question } from "../core/types.ts";
import { contextLibrary } from "../library/context.ts";
import { run } from "../methods/registry.ts";
import { bootstrapMean, percent } from "./interval.ts";

const row = z.extend(question, {
  context: z.optional(z.array(z.object({ title: z.string(), sentences: z.array(z.string()) }))),
});
type Row = z.infer<typeof row>;

interface Scored {
  id: string;
  /** Bridge, comparison, …; null when the row does not say. */
  type: string | null;
  prediction: string;
  scores: Record<"cover" | "coverTokens" | "exact" | "f1", number>;
  seconds: number;
  calls: number;
  largeCalls: number;
  parseFailures: number;
  /** Share of the gold passages among all that were retrieved; null when none are named. */
  supportRecall: number | null;
}

const own = {
  data: { type: "string", default: "public/questions/factbook.jsonl" },
  limit: { type: "string", default: "1000000" },
  skip: { type: "string", default: "0" },
  every: { type: "string", default: "1" },
  out: { type: "string" },
} as const;

async function readRows(path: string): Promise<Row[]> {
  const bytes = await readFile(path);
  const text = (path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => row.parse(JSON.parse(line)));
}

function score(asked: Row, events: readonly RunEvent[], seconds: number): Scored {
  const trace = foldTrace(events);
  const { total } = foldLedger(events);
  const prediction = trace.answer?.short ?? "";
  const titles = new Set([...trace.passages.values()].flatMap((p) => [p.title, p.id]));
  const gold = asked.supporting ?? [];
  const found = gold.filter((one) => titles.has(one.title) || titles.has(one.id ?? ""));
  return {
    id: asked.id,
    type: asked.type ?? null,
    prediction,
    scores: {
      cover: coverExactMatch(prediction, asked.answers),
      coverTokens: coverExactMatchTokens(prediction, asked.answers),
      exact: exactMatch(prediction, asked.answers),
      f1: tokenF1(prediction, asked.answers),
    },
    seconds,
    calls: total.calls,
    largeCalls: total.largeCalls,
    parseFailures: trace.parseFailures.length,
    supportRecall: gold.length === 0 ? null : found.length / gold.length,
  };
}

function print(title: string, all: readonly Scored[]): void {
  const mean = (pick: (one: Scored) => number) =>
    all.reduce((sum, one) => sum + pick(one), 0) / all.length;
  const cell = (key: keyof Scored["scores"]) =>
    percent(bootstrapMean(all.map((one) => one.scores[key])));
  const recalls = all.flatMap((one) => (one.supportRecall === null ? [] : [one.supportRecall]));
  console.log(
    `\n| ${title} | n | cover-EM | cover-EM, whole words | EM | F1 | support recall | calls | large | seconds | parse failures |\n|---|---|---|---|---|---|---|---|---|---|---|`,
  );
  console.log(
    `| | ${all.length} | ${cell("cover")} | ${cell("coverTokens")} | ${cell("exact")} | ${cell("f1")} | ` +
      `${recalls.length === 0 ? "—" : percent(bootstrapMean(recalls))} | ${mean((one) => one.calls).toFixed(1)} | ` +
      `${mean((one) => one.largeCalls).toFixed(2)} | ${mean((one) => one.seconds).toFixed(1)} | ${mean((one) => one.parseFailures).toFixed(2)} |`,
  );
}

const { values, tokens } = parseArgs({ options: { ...askOptions, ...own }, tokens: true });
const ownNames = new Set<string>(Object.keys(own));
const passedOn = tokens.flatMap((token) =>
  token.kind !== "option" || ownNames.has(token.name)
    ? []
    : [token.value === undefined ? token.rawName : `${token.rawName}=${token.value}`],
);
const given = readArguments(passedOn);
const signal = new AbortController().signal;
const [large, encoder, small] = [
  await loadLarge(given.remote, given.capUsd),
  await loadEncoder(given.threads),
  await loadSmall({ threads: given.threads }, signal),
];
const settings = given.settings(large !== null);
const data = String(values.data);
const all = await readRows(data);
const rows = all
  .slice(Number(values.skip))
  .filter((_, index) => index % Number(values.every) === 0)
  .slice(0, Number(values.limit));
let shared: Retriever | null = null;

/** The row's own paragraphs with their vectors, or the library all rows share. */
async function libraryOf(asked: Row): Promise<Retriever> {
  if (asked.context === undefined) {
    shared ??= (await openLibrary(given.library, encoder, signal)).retriever;
    return shared;
  }
  const own = await contextLibrary({ id: asked.id, context: asked.context }, encoder);
  await own.computeVectors(signal);
  return own.retriever;
}

const scored: Scored[] = [];
for (const asked of rows) {
  const retriever = await libraryOf(asked);
  const events: RunEvent[] = [];
  const startedMs = performance.now();
  const request = { runId: randomUUID(), question: asked.question, settings };
  const ports = portsOf({ small, large, retriever, embedder: encoder });
  for await (const event of run(request, ports, signal)) events.push(event);
  const one = score(asked, events, (performance.now() - startedMs) / 1000);
  scored.push(one);
  const mark = one.scores.coverTokens === 1 ? "+" : "-";
  console.log(
    `${mark} ${asked.question} → ${one.prediction} (${asked.answers[0]}) ${one.seconds.toFixed(1)} s`,
  );
  if (values.out !== undefined)
    await appendFile(String(values.out), `${JSON.stringify({ ...one, events })}\n`);
}
print(data.split("/").slice(-2).join("/"), scored);
for (const type of new Set(scored.map((one) => one.type))) {
  const cover = scored.filter((one) => one.type === type).map((one) => one.scores.cover);
  console.log(
    `${type ?? "no type"}: cover-EM ${percent(bootstrapMean(cover))}, n = ${cover.length}`,
  );
}
