import type { ErrorData } from "../../log/errors.ts";
import type { LabResult } from "../types.ts";
import type { Settling } from "./settling.ts";

export type PauseReason =
  | "asked"
  /** The next call could exceed the batch's budget or the daily cap. */
  | "budget"
  /** The spending record is unreadable or unwritable, so no cap can be enforced. */
  | "ledger"
  /** The large model's server is unreachable, refuses, or asks to wait too long. */
  | "server"
  /** A model or the library cannot be loaded, or died again and again. */
  | "device"
  /** The browser's storage is full; `settleStorage` resumes. */
  | "storage"
  | "internal";

/**
 * `waiting`: the server asked to wait. `pausing`: the running question is being finished. `idle`:
 * never ran here.
 */
export type BatchPhase = "idle" | "loading" | "running" | "waiting" | "pausing" | "paused" | "done";

export interface ErrorGroup {
  code: string;
  count: number;
}

export interface BatchProgress {
  phase: BatchPhase;
  reason: PauseReason | null;
  error: ErrorData | null;
  total: number;
  /** `answered` + `failed`. */
  done: number;
  answered: number;
  failed: number;
  perMinute: number | null;
  secondsLeft: number | null;
  paidUsd: number | null;
  rememberedCalls: number;
  /** When the server's requested wait ends; only while `waiting`. */
  waitingUntilEpochMs: number | null;
  errors: readonly ErrorGroup[];
  underWay: readonly UnderWay[];
  /** At the last look; null before it, and where everything is asked. */
  settling: Settling | null;
}

export interface UnderWay {
  question: string;
  configuration: string;
}

export type BatchEvent =
  | { type: "loading" }
  /** Models that died are loaded again; running questions go on. */
  | { type: "loaded" }
  | { type: "asking"; question: string; configuration: string }
  /** `tookMs`: wall time of this result. */
  | { type: "result"; result: LabResult; tookMs: number }
  | { type: "waiting"; untilEpochMs: number }
  | { type: "waited" }
  | { type: "looked"; settling: Settling }
  | { type: "paid"; usd: number | null }
  | { type: "pausing" }
  | { type: "paused"; reason: PauseReason; error: ErrorData | null }
  | { type: "done" };

export interface ProgressFold {
  progress: BatchProgress;
  tookMs: readonly number[];
}

const rateWindow = 40;

export function startProgress(
  total: number,
  results: readonly LabResult[],
  paidUsd: number | null,
): ProgressFold {
  const counted = results.reduce(countResult, empty(total, paidUsd));
  const phase = counted.done >= total && total > 0 ? "done" : "idle";
  return { progress: { ...counted, phase }, tookMs: [] };
}

export function foldProgress(fold: ProgressFold, event: BatchEvent): ProgressFold {
  const { progress } = fold;
  const unlessPausing = (phase: BatchPhase) => (progress.phase === "pausing" ? "pausing" : phase);
  switch (event.type) {
    case "loading":
      return { ...fold, progress: { ...progress, ...noReason, phase: unlessPausing("loading") } };
    case "loaded":
      return { ...fold, progress: { ...progress, phase: unlessPausing("running") } };
    case "asking": {
      const { question, configuration } = event;
      const phase = unlessPausing("running");
      // A question that lost its model is asked again.
      const others = withoutIt(progress.underWay, event);
      const underWay = [...others, { question, configuration }];
      return { ...fold, progress: { ...progress, ...noReason, phase, underWay } };
    }
    case "result":
      return withResult(fold, event.result, event.tookMs);
    case "waiting": {
      const waitingUntilEpochMs = event.untilEpochMs;
      return { ...fold, progress: { ...progress, phase: "waiting", waitingUntilEpochMs } };
    }
    case "waited":
      return { ...fold, progress: { ...progress, phase: "running", waitingUntilEpochMs: null } };
    case "looked":
      return { ...fold, progress: { ...progress, settling: event.settling } };
    case "paid":
      return {
        ...fold,
        progress: { ...progress, paidUsd: progress.paidUsd === null ? null : event.usd },
      };
    case "pausing":
      return { ...fold, progress: { ...progress, phase: "pausing" } };
    case "paused": {
      const { reason, error } = event;
      return { ...fold, progress: { ...progress, ...still, phase: "paused", reason, error } };
    }
    case "done":
      return { ...fold, progress: { ...progress, ...still, phase: "done", secondsLeft: 0 } };
  }
}

const noReason = { reason: null, error: null, waitingUntilEpochMs: null } as const;
const still = { ...noReason, underWay: [] } as const;

function withoutIt(
  underWay: readonly UnderWay[],
  { question, configuration }: UnderWay,
): readonly UnderWay[] {
  return underWay.filter((one) => one.question !== question || one.configuration !== configuration);
}

function withResult(fold: ProgressFold, result: LabResult, took: number): ProgressFold {
  const tookMs = [...fold.tookMs, took].slice(-rateWindow);
  const counted = countResult(fold.progress, result);
  const meanMs = tookMs.reduce((sum, one) => sum + one, 0) / tookMs.length;
  const remaining = Math.max(0, counted.total - counted.done);
  const progress = {
    ...counted,
    perMinute: meanMs > 0 ? 60_000 / meanMs : null,
    secondsLeft: (remaining * meanMs) / 1000,
  };
  return { progress, tookMs };
}

function countResult(progress: BatchProgress, result: LabResult): BatchProgress {
  const failed = result.outcome === "failed";
  return {
    ...progress,
    done: progress.done + 1,
    answered: progress.answered + (failed ? 0 : 1),
    failed: progress.failed + (failed ? 1 : 0),
    paidUsd: result.paidUsd === null ? null : progress.paidUsd,
    rememberedCalls: progress.rememberedCalls + result.rememberedCalls,
    underWay: withoutIt(progress.underWay, result),
    errors: failed ? withError(progress.errors, result.error ?? "internal") : progress.errors,
  };
}

function withError(errors: readonly ErrorGroup[], code: string): ErrorGroup[] {
  const count = (errors.find((group) => group.code === code)?.count ?? 0) + 1;
  const others = errors.filter((group) => group.code !== code);
  return [...others, { code, count }].sort((a, b) => b.count - a.count);
}

function empty(total: number, paidUsd: number | null): BatchProgress {
  return {
    phase: "idle",
    ...still,
    total,
    done: 0,
    answered: 0,
    failed: 0,
    perMinute: null,
    secondsLeft: null,
    paidUsd,
    rememberedCalls: 0,
    errors: [],
    settling: null,
  };
}
