/** What one run comes to: its scores, its cost, and how it went; all folded from its log. */

import { answerRoutesOf } from "../../folds/answer-routes.ts";
import { collectCharges, sumCharges } from "../../folds/ledger.ts";
import { foldTrace, type Trace } from "../../folds/trace.ts";
import type { Charge, RunEvent } from "../../log/events.ts";
import { misledBy } from "../../metrics/rates.ts";
import { rouge } from "../../metrics/rouge.ts";
import {
  coverExactMatch,
  coverExactMatchTokens,
  exactMatch,
  hitAtOne,
  hotpotF1,
  matchingRatio,
} from "../../metrics/score.ts";
import { type QuestionRow, supportCount, supportOf } from "../questions/question.ts";
import type { LabResult, MetricId } from "../types.ts";
import { spentBy, spentByStage } from "./by-role.ts";

/** A result without the names of what it belongs to. */
export type Measured = Omit<LabResult, "batch" | "question" | "configuration">;

export function measure(question: QuestionRow, events: readonly RunEvent[]): Measured {
  const trace = foldTrace(events);
  const answered = trace.outcome === "answered";
  const prediction = trace.answer?.short ?? "";
  const charges = collectCharges(events);
  const all = sumCharges(charges);
  const large = sumCharges(charges.filter(({ tier }) => tier === "large"));
  return {
    outcome: answered ? "answered" : "failed",
    error: answered ? null : (trace.error?.code ?? "stopped"),
    prediction,
    metrics: answered ? metricsOf(question, prediction, trace) : noMetrics,
    total: spentBy(all.total, large.total),
    byStage: spentByStage(all, large),
    rolesApart: true,
    paidUsd: all.total.unknownPaidCalls > 0 ? null : all.total.paidUsd,
    rememberedCalls: all.total.rememberedCalls,
    searches: all.total.retrievals,
    bytesSent: sentBytes(charges),
    ...parsing(trace),
    exit: answerRoutesOf(trace, events).exit,
    misled: answered ? misledIn(question, trace, all.total.retrievals) : null,
  };
}

export const noMetrics: Readonly<Record<MetricId, null>> = {
  coverEm: null,
  coverEmTokens: null,
  em: null,
  f1: null,
  hit: null,
  matching: null,
  rouge1: null,
  rouge2: null,
  rougeL: null,
  supportRecall: null,
};

function metricsOf(
  question: QuestionRow,
  prediction: string,
  trace: Trace,
): Record<MetricId, number | null> {
  const scores = answerScores(prediction, question.answers);
  return { ...noMetrics, ...scores, supportRecall: supportRecall(question, trace) };
}

/** All that is told by the answer alone, in [0, 1]; null where there is no gold answer. */
export function answerScores(
  prediction: string,
  golds: readonly string[],
): Record<Exclude<MetricId, "supportRecall">, number> | null {
  const rouges = rouge(prediction, golds);
  if (rouges === null) return null;
  return {
    coverEm: coverExactMatch(prediction, golds),
    coverEmTokens: coverExactMatchTokens(prediction, golds),
    em: exactMatch(prediction, golds),
    f1: hotpotF1(prediction, golds),
    hit: hitAtOne(prediction, golds),
    matching: matchingRatio(prediction, golds),
    ...rouges,
  };
}

/**
 * Of the question's gold passages, the share that some step read, in [0, 1]; what was only ranked
 * does not count. Null when the question names none.
 */
export function supportRecall(question: QuestionRow, trace: Trace): number | null {
  const library = trace.start?.library.question === question.id ? "own-context" : "shared";
  const goldOf = supportOf(question, library);
  if (goldOf === null) return null;
  const read = [...trace.nodes.values()].flatMap(({ passages }) => passages);
  const found = new Set(read.flatMap((passage) => goldOf(passage) ?? []));
  return found.size / supportCount(question, library);
}

/** What really left the device: nothing was sent for what was remembered. */
function sentBytes(charges: readonly Charge[]): number {
  const sent = charges.filter(({ remembered }) => remembered !== true);
  return sent.reduce((sum, { bytesSent }) => sum + bytesSent, 0);
}

/** Every output is read by some parser; one that did not fit its form counts once, mended or not. */
function parsing({ calls, parseFailures }: Trace): Pick<Measured, "parses" | "parseFailures"> {
  const ended = [...calls.values()].filter(({ end }) => end !== null && end.finish !== "stopped");
  return {
    parses: ended.length,
    parseFailures: new Set(parseFailures.map(({ call }) => call)).size,
  };
}

function misledIn(question: QuestionRow, trace: Trace, retrievals: number): boolean | null {
  return misledBy({
    without: answerBeforeRetrieval(trace),
    with: trace.answer?.short ?? "",
    golds: question.answers,
    retrievals,
  });
}

/**
 * The answer that the run wrote down before anything was looked up: the first plan's own
 * (SearChain), or the heuristic one that a gate judged (SlimPLM). Null where there is none; other
 * methods need a configuration without retrieval beside them, and `misledBy`.
 */
function answerBeforeRetrieval(trace: Trace): string | null {
  const [first] = trace.branches;
  if (first?.cause === "plan" && first.finalContent !== null) return first.finalContent;
  const gates = [...trace.nodes.values()].flatMap(({ gate }) => gate ?? []);
  const matchingGate = gates.find(
    ({ question, answer }) => question === trace.start?.question && answer !== "",
  );
  return matchingGate?.answer ?? null;
}
