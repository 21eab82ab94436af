import { layoutTree } from "../../src/features/tree/drawing/tree-layout.ts";
import { treeItems } from "../../src/features/tree/drawing/tree-model.ts";
import { foldLedger } from "../../src/folds/ledger.ts";
import { emptyTrace, foldTrace, type Trace, traceStep } from "../../src/folds/trace.ts";
import type { RunEvent } from "../../src/log/events.ts";
import { createRunStore } from "../../src/session/run-store.ts";
import { generatedLog } from "../../src/testing/generated-log.ts";
import type { BenchOptions, Section } from "./section.ts";
import { fact, figure, median, quantile, type Row } from "./table.ts";

const aimMs = 16;
const nodes = 500;
const repeats = 15;
const eventsPerFrame = 4;
const framesTimed = 300;

function timed<T>(work: () => T): { value: T; ms: number } {
  const startMs = performance.now();
  const value = work();
  return { value, ms: performance.now() - startMs };
}

function medianOf(work: () => unknown): number {
  return median(Array.from({ length: repeats }, () => timed(work).ms));
}

/** Measured over the last fifth, where the maps are largest. */
function stepTimes(log: readonly RunEvent[]): number[] {
  const from = Math.floor(log.length * 0.8);
  let trace: Trace = foldTrace(log.slice(0, from));
  return log.slice(from).map((event) => {
    const { value, ms } = timed(() => traceStep(trace, event));
    trace = value;
    return ms;
  });
}

function frameTimes(log: readonly RunEvent[]): number[] {
  const store = createRunStore(() => {});
  const from = log.length - framesTimed * eventsPerFrame;
  store.show(log.slice(0, from), "running", false);
  const times: number[] = [];
  for (let at = from; at < log.length; at += eventsPerFrame) {
    for (const event of log.slice(at, at + eventsPerFrame)) store.push(event);
    const { ms } = timed(() => {
      store.flush();
      return layoutTree(treeItems(store.getState().trace), "across");
    });
    times.push(ms);
  }
  return times;
}

/** The median of several replays without the first, which includes compilation. */
function steadyFrameTimes(log: readonly RunEvent[]): number[] {
  const [, ...replays] = Array.from({ length: 6 }, () => frameTimes(log));
  return Array.from({ length: framesTimed }, (_, frame) =>
    median(replays.map((times) => times[frame] ?? Number.NaN)),
  );
}

const twice = (times: readonly number[]) =>
  `${figure(quantile(times, 0.5))} / ${figure(quantile(times, 0.99))}`;

function run(_options: BenchOptions): Promise<Row[]> {
  const log = generatedLog(nodes);
  const trace = foldTrace(log);
  const items = treeItems(trace);
  const frames = steadyFrameTimes(log);
  const steps = stepTimes(log);
  const shape = `${trace.nodes.size} nodes, ${log.length} events`;
  return Promise.resolve([
    {
      what: `a frame at the end of a run of ${shape}: ${eventsPerFrame} events folded, items, layout, ms, p50 / p99`,
      aim: `≤ ${aimMs}`,
      measured: twice(frames),
      met: quantile(frames, 0.99) <= aimMs,
    },
    fact("of which: the fold's step for one event, p50 / p99", twice(steps)),
    fact(
      "of which: items of the tree from the trace; layout",
      `${figure(medianOf(() => treeItems(trace)))}; ${figure(medianOf(() => layoutTree(items, "across")))}`,
    ),
    fact(
      "the whole log, ms: trace, event after event; ledger; as the store opens a file",
      [
        medianOf(() => log.reduce(traceStep, emptyTrace)),
        medianOf(() => foldLedger(log)),
        medianOf(() => createRunStore(() => {}).show(log, "ended", true)),
      ]
        .map(figure)
        .join("; "),
    ),
  ]);
}

export const folds: Section = { name: "folds", needsBuild: false, run };
