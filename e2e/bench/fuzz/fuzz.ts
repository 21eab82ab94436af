import fc from "fast-check";
import { AppError } from "../../../src/log/errors.ts";
import { brokenFrom } from "./mutate.ts";
import type { FuzzTarget } from "./targets.ts";

export interface FuzzFailure {
  /** Use it as `--seed`, with `--inputs 1`. */
  seed: number;
  problem: string;
  /** The smallest input that fails alike. */
  input: string;
}

export interface FuzzReport {
  inputs: number;
  accepted: number;
  refused: number;
  slowestMs: number;
  slowestSeed: number;
  failures: FuzzFailure[];
}

/** A page that reads for longer is unresponsive. */
const mostMs = 1000;
const mostFailures = 20;

async function outcomeOf(
  { read }: FuzzTarget,
  input: string,
): Promise<{ kind: "value" | "refused" | "failed"; problem: string; ms: number }> {
  const from = performance.now();
  let kind: "value" | "refused" | "failed" = "value";
  let problem = "";
  try {
    await read(input);
  } catch (thrown) {
    kind = thrown instanceof AppError && thrown.code !== "internal" ? "refused" : "failed";
    if (kind === "failed") problem = `${String(thrown).slice(0, 300)}`;
  }
  const ms = performance.now() - from;
  const prototype: object = Object.prototype;
  if ("polluted" in prototype) {
    Reflect.deleteProperty(prototype, "polluted");
    return { kind: "failed", problem: "Object.prototype was changed", ms };
  }
  return { kind, problem, ms };
}

/** Once may be the machine; slow three times is the input. */
async function judged(target: FuzzTarget, input: string): Promise<{ problem: string; ms: number }> {
  const first = await outcomeOf(target, input);
  if (first.kind === "failed" || first.ms <= mostMs) return first;
  const ms = Math.min(
    first.ms,
    (await outcomeOf(target, input)).ms,
    (await outcomeOf(target, input)).ms,
  );
  return { problem: ms > mostMs ? "it takes too long" : "", ms };
}

async function shrunk(target: FuzzTarget, input: string, problem: string): Promise<string> {
  let smallest = input;
  const until = performance.now() + 20_000;
  for (let size = Math.ceil(input.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let at = 0; at < smallest.length && performance.now() < until; ) {
      const tried = smallest.slice(0, at) + smallest.slice(at + size);
      const same = (await judged(target, tried)).problem === problem;
      if (same) smallest = tried;
      else at += size;
    }
  }
  return smallest;
}

/** Its seed is `seed + n`. */
export function inputOf(target: FuzzTarget, seed: number): string {
  return fc.sample(brokenFrom(target.fixtures), { seed, numRuns: 1 })[0] ?? "";
}

export async function fuzz(target: FuzzTarget, seed: number, inputs: number): Promise<FuzzReport> {
  const report: FuzzReport = {
    ...{ inputs: 0, accepted: 0, refused: 0, slowestMs: 0, slowestSeed: seed },
    failures: [],
  };
  for (let n = 0; n < inputs && report.failures.length < mostFailures; n += 1) {
    const input = inputOf(target, seed + n);
    const outcome = await outcomeOf(target, input);
    report.inputs += 1;
    if (outcome.kind === "value") report.accepted += 1;
    if (outcome.kind === "refused") report.refused += 1;
    if (outcome.ms > report.slowestMs)
      [report.slowestMs, report.slowestSeed] = [outcome.ms, seed + n];
    if (outcome.kind !== "failed" && outcome.ms <= mostMs) continue;
    const { problem } = await judged(target, input);
    if (problem === "") continue;
    report.failures.push({ seed: seed + n, problem, input: await shrunk(target, input, problem) });
  }
  return report;
}
