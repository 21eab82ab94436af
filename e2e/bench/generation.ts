import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { bootstrap } from "../../src/evaluation/statistics/interval.ts";
import { AppError } from "../../src/log/errors.ts";
import type { ChatMessage } from "../../src/log/types.ts";
import type { CatalogueModel } from "../../src/models/catalogue-model.ts";
import { findModel } from "../../src/node/model-place.ts";
import { root } from "../../src/node/place.ts";
import type { LoadTime, TimedCall } from "../harness/bench.ts";
import { builtModels } from "./browser.ts";
import { type Call, withHarness } from "./harness.ts";
import { callTimes, decodeMs, loadTimes, pairedRatios, prefillMs, type Sides } from "./in-turns.ts";
import { type BenchOptions, progress, type Section } from "./section.ts";
import { fact, figure, median, overhead, type Row } from "./table.ts";
import { decoded, longPrompt, smallOnWasm, text, type Workload } from "./workload.ts";

const mostOverhead = 1.02;

/** Differences are several-fold, so a few rounds suffice. */
const mostPrefixRounds = 8;

const task = "Answer from the text, in a few plain words, and say nothing that it does not say.";

function comparison(
  what: string,
  { own, other }: Sides<TimedCall>,
  perSecond: (call: TimedCall) => number,
  cost: (call: TimedCall) => number,
): Row {
  const ratio = bootstrap(pairedRatios(own, other, cost), median);
  const rate = (calls: readonly TimedCall[]) => figure(median(calls.map(perSecond)));
  return {
    what,
    aim: "overhead ≤ 2 %",
    measured:
      `${rate(own)}; raw library ${rate(other)}; overhead ${overhead(ratio.mean)} ` +
      `(${overhead(ratio.low)} to ${overhead(ratio.high)})`,
    met: ratio.mean <= mostOverhead,
  };
}

function generationRows(workload: Workload, calls: Sides<TimedCall>): Row[] {
  const { title } = workload;
  const [own] = calls.own;
  const [raw] = calls.other;
  if (own === undefined || raw === undefined) return [];
  const same = own.text === raw.text ? "the same output" : "OUTPUTS DIFFER";
  const perSecond = (call: TimedCall) => 1000 / decodeMs(call);
  return [
    comparison(
      `${title}: prefill tokens/s, prompt of ${own.promptTokens} (raw: ${raw.promptTokens})`,
      calls,
      (call) => (1000 * call.promptTokens) / prefillMs(call),
      prefillMs,
    ),
    comparison(
      `${title}: decode tokens/s, ${decoded(own.generatedTokens, workload)}`,
      calls,
      perSecond,
      decodeMs,
    ),
    comparison(
      `${title}: the whole call seen from the page, calls/s (${same})`,
      calls,
      (call) => 1000 / call.wallMs,
      (call) => call.wallMs,
    ),
  ];
}

async function prefixRow(call: Call, { title, rounds }: Workload): Promise<Row> {
  const fixed = { role: "system", content: `${text}${task}` } as const;
  const prompt = (round: number): ChatMessage[] => [
    fixed,
    { role: "user", content: `How long is the coast of Estonia? Version ${round}.` },
  ];
  await call("generate", "own", prompt(0), 1, 1);
  const kept: number[] = [];
  const anew: number[] = [];
  let cached = "";
  for (let round = 1; round <= Math.min(rounds, mostPrefixRounds); round += 1) {
    const reused = await call("generate", "own", prompt(round), 1, 1);
    kept.push(prefillMs(reused));
    anew.push(prefillMs(await call("generate", "own", prompt(round), 1, 0)));
    cached = `${reused.cachedTokens} of ${reused.promptTokens} tokens kept`;
  }
  const ratio = median(anew.map((ms, round) => ms / (kept[round] ?? Number.NaN)));
  return fact(
    `${title}: first token, ms, ${cached}`,
    `${figure(median(kept))}; without keeping ${figure(median(anew))}: ${figure(ratio)}× faster`,
  );
}

function loadRow({ title }: Workload, { own, other }: Sides<LoadTime>): Row {
  const middle = (times: readonly LoadTime[]) =>
    figure(median(times.map(({ seconds }) => seconds)));
  const warmUp = median(own.map(({ seconds, warmUpFrom }) => seconds - (warmUpFrom ?? seconds)));
  return fact(
    `${title}: model load, s`,
    `${middle(own)}, of which ${figure(warmUp)} warm-up and test; the rest checks the files' SHA-256 too; ` +
      `raw library ${middle(other)} with neither`,
  );
}

async function measure(call: Call, workload: Workload): Promise<Row[]> {
  progress(workload.title);
  const loads = await loadTimes(call, "raw", workload);
  const calls = await callTimes(call, "raw", workload);
  await call("unload", "raw");
  const prefix = workload.keepsPrefix ? [await prefixRow(call, workload)] : [];
  await call("unload", "own");
  return [loadRow(workload, loads), ...generationRows(workload, calls), ...prefix];
}

const models = join(root, "models");

async function smallModels({ small }: BenchOptions): Promise<CatalogueModel[]> {
  const { model } = await findModel(models, "small-lm", undefined);
  return small === undefined ? [model] : [model, await builtModel(small)];
}

async function builtModel(folder: string): Promise<CatalogueModel> {
  const { model, modelsFolder } = await findModel(models, "small-lm", folder);
  const place = join(modelsFolder, model.path ?? "");
  const name = relative(builtModels.folder, place);
  // The harness serves only built models.
  if (name.startsWith("..")) throw new AppError("model-unknown", { model: folder });
  const path = `${builtModels.served}/${name}`;
  const files = await filesIn(place);
  return { ...model, path, files, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) };
}

async function filesIn(folder: string): Promise<CatalogueModel["files"]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const content = await readFile(join(parentPath, name));
      const sha256 = createHash("sha256").update(content).digest("hex");
      return { path: relative(folder, join(parentPath, name)), bytes: content.length, sha256 };
    }),
  );
}

function tinyOnWebGpu({ rounds }: BenchOptions): Workload {
  return {
    title: "tiny decoder, WebGPU",
    choice: { model: "tiny-decoder", device: "webgpu", threads: 1 },
    messages: [...longPrompt.messages],
    decodeTokens: 8,
    loads: 2,
    rounds,
    keepsPrefix: true,
  };
}

function smallOnWebGpu(model: CatalogueModel): Workload {
  return {
    title: `${model.title}, WebGPU`,
    // The sanity question takes minutes on a software adapter; the role "test" skips it.
    choice: { model: { ...model, role: "test" }, device: "webgpu", threads: 1 },
    messages: [{ role: "user", content: "What is the capital of France?" }],
    decodeTokens: 2,
    loads: 1,
    rounds: 1,
    keepsPrefix: false,
  };
}

async function measureAll(call: Call, workloads: readonly Workload[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const workload of workloads) rows.push(...(await measure(call, workload)));
  return rows;
}

async function run(options: BenchOptions): Promise<Row[]> {
  const small = await smallModels(options);
  const onWasm = small.map((model) => smallOnWasm(model, options));
  const rows = await withHarness({ webgpu: false }, (call) => measureAll(call, onWasm));
  if (!options.webgpu) return rows;
  const onWebGpu = [tinyOnWebGpu(options), ...small.map(smallOnWebGpu)];
  const more = await withHarness({ webgpu: true }, (call) => measureAll(call, onWebGpu));
  return [...rows, ...more];
}

export const generation: Section = { name: "generation", needsBuild: false, run };
