/** Loading, prefill and decode in Chromium: our engine and the raw library, in turns. */
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { findModel } from "../../src/cli/model-place.ts";
import { root } from "../../src/cli/node-ports.ts";
import { AppError } from "../../src/log/errors.ts";
import type { ChatMessage } from "../../src/log/types.ts";
import { claimsPrompt } from "../../src/methods/skills.ts";
import type { CatalogueModel } from "../../src/models/catalogue-model.ts";
import type { LoadTime, ModelChoice, Side, TimedCall } from "../harness/bench.ts";
import { builtModels } from "./browser.ts";
import { type Call, withHarness } from "./harness.ts";
import { type BenchOptions, progress, type Section } from "./section.ts";
import { fact, figure, median, overhead, type Row } from "./table.ts";

const mostOverhead = 1.02;

interface Workload {
  title: string;
  choice: ModelChoice;
  messages: ChatMessage[];
  decodeTokens: number;
  loads: number;
  rounds: number;
  /** Whether to time a kept prefix too; it takes a long prompt, too long for a slow adapter. */
  keepsPrefix: boolean;
}

type Sides<T> = Record<Side, T>;

/** About 100 tokens of the kind of text that a reader gets. */
const passage =
  "Estonia: location, area, borders and coast. Estonia lies in Eastern Europe, bordering the Baltic Sea and " +
  "Gulf of Finland, between Latvia and Russia. Its area is 45,228 sq km in all: 42,388 sq km of land and 2,840 " +
  "sq km of water, and it includes 1,520 islands in the Baltic Sea. Its land boundaries are 657 km long in all, " +
  "with Latvia 333 km and Russia 324 km. Its coastline is 3,794 km long. ";

/** 300 tokens in SmolLM2's template, and a task that neither a tuned nor an untuned model ends early. */
const longPrompt = claimsPrompt(
  "Where is Estonia, and how long are its borders?",
  passage + passage,
);

const task = "Answer from the text, in a few plain words, and say nothing that it does not say.";

/** Both sides in turns, the first of a round changing, so that neither has the quiet half. */
function turns(rounds: number): Side[][] {
  return Array.from({ length: rounds }, (_, round) =>
    round % 2 === 0 ? ["own", "raw"] : ["raw", "own"],
  );
}

async function loadTimes(call: Call, { choice, loads }: Workload): Promise<Sides<LoadTime[]>> {
  const times: Sides<LoadTime[]> = { own: [], raw: [] };
  for (const round of turns(loads)) {
    for (const side of round) {
      const time = await call("load", side, choice);
      times[side].push(time);
      progress(`${side} loaded in ${figure(time.seconds)} s`);
    }
  }
  return times;
}

async function callTimes(call: Call, workload: Workload): Promise<Sides<TimedCall[]>> {
  const { messages, decodeTokens, rounds } = workload;
  const calls: Sides<TimedCall[]> = { own: [], raw: [] };
  // The first prompt after loading runs slower; it is not counted.
  for (const side of ["own", "raw"] as const) await call("generate", side, messages, 2);
  for (const round of turns(rounds)) {
    for (const side of round) {
      calls[side].push(await call("generate", side, messages, decodeTokens + 1));
    }
    const last = (side: Side) => figure((calls[side].at(-1)?.wallMs ?? 0) / 1000);
    progress(`own ${last("own")} s, raw ${last("raw")} s`);
  }
  return calls;
}

const prefillMs = (call: TimedCall) => call.firstTokenMs ?? Number.NaN;
const decodeMs = (call: TimedCall) =>
  (call.totalMs - prefillMs(call)) / Math.max(1, call.generatedTokens - 1);

/** The middle of what each round says own costs over raw: noise of the machine is in both. */
function pairedRatio(calls: Sides<TimedCall[]>, cost: (call: TimedCall) => number): number {
  return median(
    calls.own.flatMap((own, round) => {
      const raw = calls.raw[round];
      return raw === undefined ? [] : [cost(own) / cost(raw)];
    }),
  );
}

function comparison(
  what: string,
  calls: Sides<TimedCall[]>,
  perSecond: (call: TimedCall) => number,
  cost: (call: TimedCall) => number,
): Row {
  const ratio = pairedRatio(calls, cost);
  const rate = (side: Side) => figure(median(calls[side].map(perSecond)));
  return {
    what,
    aim: "overhead ≤ 2 %",
    measured: `${rate("own")}; raw library ${rate("raw")}; overhead ${overhead(ratio)}`,
    met: ratio <= mostOverhead,
  };
}

function generationRows({ title }: Workload, calls: Sides<TimedCall[]>): Row[] {
  const [own] = calls.own;
  const [raw] = calls.raw;
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
      `${title}: decode tokens/s, ${own.generatedTokens} tokens`,
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

/** First token with the fixed part of the prompt kept from an earlier call, and without. */
async function prefixRow(call: Call, { title, rounds }: Workload): Promise<Row> {
  const fixed = { role: "system", content: `${passage}${passage}${task}` } as const;
  const prompt = (round: number): ChatMessage[] => [
    fixed,
    { role: "user", content: `How long is the coast of Estonia? Version ${round}.` },
  ];
  await call("generate", "own", prompt(0), 1, 1);
  const kept: number[] = [];
  const anew: number[] = [];
  let cached = "";
  for (let round = 1; round <= rounds; round += 1) {
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

function loadRow({ title }: Workload, { own, raw }: Sides<LoadTime[]>): Row {
  const middle = (times: readonly LoadTime[]) =>
    figure(median(times.map(({ seconds }) => seconds)));
  const warmUp = median(own.map(({ seconds, warmUpFrom }) => seconds - (warmUpFrom ?? seconds)));
  return fact(
    `${title}: model load, s`,
    `${middle(own)}, of which ${figure(warmUp)} warm-up and test; the rest checks the files' SHA-256 too; ` +
      `raw library ${middle(raw)} with neither`,
  );
}

async function measure(call: Call, workload: Workload): Promise<Row[]> {
  progress(workload.title);
  const loads = await loadTimes(call, workload);
  const calls = await callTimes(call, workload);
  await call("unload", "raw");
  const prefix = workload.keepsPrefix ? [await prefixRow(call, workload)] : [];
  await call("unload", "own");
  return [loadRow(workload, loads), ...generationRows(workload, calls), ...prefix];
}

const models = join(root, "models");

/** The page's small model, and the one in the folder that is compared with it. */
async function smallModels({ small }: BenchOptions): Promise<CatalogueModel[]> {
  const { model } = await findModel(models, "small-lm", undefined);
  return small === undefined ? [model] : [model, await builtModel(small)];
}

/** A model that no catalogue knows, listed as the page wants it: with its place and every file. */
async function builtModel(folder: string): Promise<CatalogueModel> {
  const { model, modelsFolder } = await findModel(models, "small-lm", folder);
  const place = join(modelsFolder, model.path ?? "");
  const name = relative(builtModels.folder, place);
  // The harness is served what was built, and nothing else.
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

function smallOnWasm(model: CatalogueModel, options: BenchOptions): Workload {
  const { title, bytes } = model;
  const { threads, rounds } = options;
  const size = `${figure(bytes / 1e6)} MB`;
  return {
    title: `${title} (${size}), WebAssembly, ${threads} thread${threads === 1 ? "" : "s"}`,
    choice: { model, device: "wasm", threads },
    messages: [...longPrompt.messages],
    decodeTokens: 32,
    loads: 3,
    rounds,
    keepsPrefix: true,
  };
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
    // The question that proves a model's sense costs minutes on a software adapter; test models are not asked it.
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
