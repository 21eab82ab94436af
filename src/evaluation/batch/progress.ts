/** How far a batch has come: what its runner tells, folded to what a person is shown. */
import type { ErrorData } from "../../log/errors.ts";
import type { LabResult } from "../types.ts";

/** Why a batch that is not finished stands still. */
export type PauseReason =
  /** A person paused or stopped it. */
  | "asked"
  /** The next call could cross the batch's budget, or the day's cap. */
  | "budget"
  /** What was spent cannot be read or written, so no budget and no cap can be kept. */
  | "ledger"
  /** The large model's server cannot be reached, refuses, or asks to wait too long. */
  | "server"
  /** A model or the library cannot be loaded, or died again and again. */
  | "device"
  /** The browser's storage is full: `settleStorage` goes on. */
  | "storage"
  /** Something that should not happen. */
  | "internal";

/**
 * `loading`: models and library; `waiting`: the server asked to wait; `pausing`: the running
 * question is being finished; `idle`: it never ran here; `done`: every question has a result.
 */
export type BatchPhase = "idle" | "loading" | "running" | "waiting" | "pausing" | "paused" | "done";

/** Errors of one code among the results. */
export interface ErrorGroup {
  code: string;
  count: number;
}

export interface BatchProgress {
  phase: BatchPhase;
  /** Why it is paused, and the error behind it. */
  reason: PauseReason | null;
  error: ErrorData | null;
  /** Questions times configurations. */
  total: number;
  /** Those that have a result: `answered` + `failed`. */
  done: number;
  answered: number;
  failed: number;
  /** Results a minute, of late; null until one came. */
  perMinute: number | null;
  secondsLeft: number | null;
  /** US dollars paid for this batch, lost attempts included; null is unknown. */
  paidUsd: number | null;
  /** Calls that were answered from memory. */
  rememberedCalls: number;
  /** Until when the server asked to wait; only while `waiting`. */
  waitingUntilEpochMs: number | null;
  /** Most frequent first. */
  errors: readonly ErrorGroup[];
  /** What is being asked now, as it was begun: several where questions are asked side by side. */
  underWay: readonly UnderWay[];
}

export interface UnderWay {
  question: string;
  configuration: string;
}

/** What the runner tells while it runs. */
export type BatchEvent =
  | { type: "loading" }
  /** What had died is there again; what was under way goes on. */
  | { type: "loaded" }
  | { type: "asking"; question: string; configuration: string }
  /** `tookMs`: wall time of this result. */
  | { type: "result"; result: LabResult; tookMs: number }
  | { type: "waiting"; untilEpochMs: number }
  | { type: "waited" }
  | { type: "paid"; usd: number | null }
  | { type: "pausing" }
  | { type: "paused"; reason: PauseReason; error: ErrorData | null }
  | { type: "done" };

export interface ProgressFold {
  progress: BatchProgress;
  /** Wall times of the latest results, newest last. */
  tookMs: readonly number[];
}

/** Results that the rate is taken over. */
const rateWindow = 40;

/** Before anything ran: what is there from earlier. */
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
      // A question that lost its model is asked again in its place.
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
    case "paid":
      // Once a part is unknown, so is the sum.
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
/** Nothing is under way. */
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
  };
}
