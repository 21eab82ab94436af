import { type AnswerState, answerStateOf } from "../folds/answer-state.ts";
import { type Entry, foldLedger, knownUsd } from "../folds/ledger.ts";
import { foldTrace } from "../folds/trace.ts";
import { surenessOf } from "../folds/verifier/verifier.ts";
import type { ErrorData } from "../log/errors.ts";
import type { RunEvent } from "../log/events.ts";
import { type PassagePlace, type Stage, stageWords } from "../log/types.ts";

export interface Result {
  outcome: "answered" | "stopped" | "failed";
  /** With marks such as [1], numbered as `citations`; null without an answer. */
  answer: string | null;
  /** The bare answer, without a sentence around it; null without an answer. */
  short: string | null;
  /** Whether the library has the answer; null without one. */
  state: AnswerState["kind"] | null;
  /** P(the answer is right) in [0, 1]; null if unknown. */
  sure: number | null;
  citations: readonly CitedPassage[];
  cost: Cost;
  /** Null if it was answered. */
  error: ErrorData | null;
  log: readonly RunEvent[];
}

export interface CitedPassage {
  /** The number in `[1]`. */
  mark: number;
  passageId: string;
  title: string;
  text: string;
  /** In a document of a folder. */
  place?: PassagePlace;
}

export interface Spent {
  /** US dollars; null if a price or a count of tokens is unknown. */
  usd: number | null;
  calls: number;
  largeCalls: number;
  /** Only calls that reported tokens count. */
  promptTokens: number;
  generatedTokens: number;
  seconds: number;
  /** To other processes and machines. */
  bytesSent: number;
}

export interface Cost extends Spent {
  byStage: Readonly<Record<(typeof stageWords)[Stage], Spent>>;
}

export function resultOf(log: readonly RunEvent[]): Result {
  const trace = foldTrace(log);
  const { answer, outcome, error } = trace;
  return {
    outcome: outcome === "running" ? "stopped" : outcome,
    answer: answer?.text ?? null,
    short: answer?.short ?? null,
    state: answerStateOf(trace)?.kind ?? null,
    sure: surenessOf(trace),
    citations: (answer?.citations ?? []).flatMap(({ mark, passageId }) => {
      const passage = trace.passages.get(passageId ?? "");
      if (passage === undefined) return [];
      const { id, title, text, place } = passage;
      return [{ mark, passageId: id, title, text, ...(place === undefined ? {} : { place }) }];
    }),
    cost: costOf(log),
    error,
    log,
  };
}

function costOf(log: readonly RunEvent[]): Cost {
  const { total, byStage } = foldLedger(log);
  return {
    ...spent(total),
    byStage: {
      [stageWords.plan]: spent(byStage.plan),
      [stageWords.solve]: spent(byStage.solve),
      [stageWords.summarise]: spent(byStage.summarise),
    },
  };
}

function spent(entry: Entry): Spent {
  const { calls, largeCalls, promptTokens, generatedTokens, bytesSent } = entry;
  const seconds = entry.localSeconds + entry.remoteSeconds;
  const usd = knownUsd(entry);
  return { usd, calls, largeCalls, promptTokens, generatedTokens, seconds, bytesSent };
}
