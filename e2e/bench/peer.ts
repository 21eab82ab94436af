/** The peer is wllama, llama.cpp in WebAssembly, with the same weights. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { findModel } from "../../src/node/model-place.ts";
import { root } from "../../src/node/place.ts";
import type { Side, TimedCall } from "../harness/bench.ts";
import { builtModels } from "./browser.ts";
import { withHarness } from "./harness.ts";
import { callTimes, decodeMs, loadTimes, pairedRatios, prefillMs, type Sides } from "./in-turns.ts";
import { MemoryWatch } from "./processes.ts";
import { type BenchOptions, progress, type Section } from "./section.ts";
import { fact, figure, median, type Row } from "./table.ts";
import { decoded, smallOnWasm, type Workload } from "./workload.ts";

const gguf = "hopwise-lm-q8_0.gguf";

/** The peer is many times slower, so a few rounds suffice. */
const mostRounds = 4;

function comparison(
  what: string,
  { own, other }: Sides<TimedCall>,
  perSecond: (call: TimedCall) => number,
): Row {
  const rate = (calls: readonly TimedCall[]) => figure(median(calls.map(perSecond)));
  const times = figure(median(pairedRatios(own, other, perSecond)));
  return fact(what, `${rate(own)}; wllama ${rate(other)}; ours is ${times}× as fast`);
}

/** Rounding differs, so near ties may go either way. */
function likeness(own: string, other: string): string {
  if (own === other) return "the same output";
  let apart = 0;
  while (apart < own.length && own[apart] === other[apart]) apart += 1;
  return `outputs part after “${own.slice(Math.max(0, apart - 24), apart)}”`;
}

function callRows(workload: Workload, calls: Sides<TimedCall>): Row[] {
  const { title } = workload;
  const [own] = calls.own;
  const [other] = calls.other;
  if (own === undefined || other === undefined) return [];
  return [
    comparison(
      `${title}: prefill tokens/s, prompt of ${own.promptTokens} (wllama: ${other.promptTokens})`,
      calls,
      (call) => (1000 * call.promptTokens) / prefillMs(call),
    ),
    comparison(
      `${title}: decode tokens/s, ${decoded(own.generatedTokens, workload)} (wllama: ${other.generatedTokens})`,
      calls,
      (call) => 1000 / decodeMs(call),
    ),
    comparison(
      `${title}: the whole call seen from the page, calls/s (${likeness(own.text, other.text)})`,
      calls,
      (call) => 1000 / call.wallMs,
    ),
  ];
}

/** Each side runs in its own browser. */
async function memoryRow({ title, choice, messages }: Workload): Promise<Row> {
  const peak = async (side: Side) =>
    await withHarness({ webgpu: false }, async (call, pid) => {
      if (pid === null) return 0;
      const watch = new MemoryWatch(pid);
      await call("load", side, choice);
      await call("generate", side, messages, 1);
      return watch.stop().sumPssMB;
    });
  progress("memory");
  const own = await peak("own");
  const other = await peak("peer");
  const measured =
    own === 0 ? "not told on this system" : `${figure(own)}; wllama ${figure(other)}`;
  return fact(`${title}: peak memory of Chromium, shared pages once, MB`, measured);
}

async function measure(workload: Workload): Promise<Row[]> {
  const { title } = workload;
  const rows = await withHarness({ webgpu: false }, async (call) => {
    const { own, other } = await loadTimes(call, "peer", workload);
    const middle = (times: readonly { seconds: number }[]) =>
      figure(median(times.map(({ seconds }) => seconds)));
    const calls = await callTimes(call, "peer", workload);
    return [
      fact(`${title}: model load, s`, `${middle(own)}; wllama ${middle(other)}`),
      ...callRows(workload, calls),
    ];
  });
  return [...rows, await memoryRow(workload)];
}

async function run(options: BenchOptions): Promise<Row[]> {
  if (!existsSync(join(builtModels.folder, gguf))) {
    return [
      fact(
        "a peer, wllama",
        "not measured: `python lm_to_gguf.py` in models/research/training makes its file; the README there names the packages",
      ),
    ];
  }
  const { model } = await findModel(join(root, "models"), "small-lm", undefined);
  const workload = smallOnWasm(model, options);
  return await measure({
    ...workload,
    title: `beside a peer: ${workload.title}`,
    choice: { ...workload.choice, gguf: `${builtModels.served}/${gguf}` },
    rounds: Math.min(options.rounds, mostRounds),
  });
}

export const peer: Section = { name: "peer", needsBuild: false, run };
