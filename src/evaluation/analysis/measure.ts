import { answerRoutesOf } from "../../folds/answer-routes.ts";
import { answerStateOf } from "../../folds/answer-state.ts";
import { collectCharges, sumCharges } from "../../folds/ledger.ts";
import { checkBranches, foldTrace, type Trace } from "../../folds/trace.ts";
import { surenessOf } from "../../folds/verifier/verifier.ts";
import type { Language } from "../../language/language.ts";
import { scoringTokens } from "../../language/normalise.ts";
import { hasEnglishRules } from "../../language/scoring-units.ts";
import type { Charge, RunEvent } from "../../log/events.ts";
import { overlap } from "../../metrics/overlap.ts";
import { helpedBy, type MisledCase, misledBy } from "../../metrics/rates.ts";
import { rouge } from "../../metrics/rouge.ts";
import {
  coverExactMatch,
  coverExactMatchTokens,
  exactMatch,
  hitAtOne,
  hotpotF1,
  matchingRatio,
  rightChoice,
} from "../../metrics/score.ts";
import { type QuestionRow, supportCount, supportOf } from "../questions/question.ts";
import { byMetric, type LabResult, type MetricId, rightOf } from "../types.ts";
import { spending } from "./by-role.ts";
import { restsOnWrongKind } from "./luck.ts";

export type Measured = Omit<LabResult, "batch" | "question" | "configuration">;

export type HowItWent = Pick<
  Measured,
  "prediction" | "found" | "sure" | "steps" | "parses" | "parseFailures"
>;

export function howItWent(trace: Trace): HowItWent {
  const state = answerStateOf(trace)?.kind;
  return {
    prediction: trace.answer?.short ?? "",
    ...(state === undefined ? {} : { found: state }),
    sure: surenessOf(trace),
    ...parsing(trace),
    steps: stepsOf(trace),
  };
}

/** `language` detects named options and values of the wrong kind. */
export function measure(
  question: QuestionRow,
  events: readonly RunEvent[],
  language: Pick<Language, "namedOptions" | "isOfWrongKind">,
): Measured {
  const trace = foldTrace(events);
  const answered = trace.outcome === "answered";
  const { found, sure, ...went } = howItWent(trace);
  const charges = collectCharges(events);
  const { total } = sumCharges(charges);
  const turned = answered ? turnedBy(question, trace, total.retrievals) : null;
  return {
    outcome: answered ? "answered" : "failed",
    error: answered ? null : (trace.error?.code ?? "stopped"),
    ...went,
    ...(answered && found !== undefined ? { found } : {}),
    ...(answered && restsOnWrongKind(trace, language) ? { wrongKind: true as const } : {}),
    sure: answered ? (sure ?? null) : null,
    metrics: answered ? metricsOf(question, trace, language) : noMetrics,
    ...spending(charges),
    rolesApart: true,
    paidUsd: total.unknownPaidCalls > 0 ? null : total.paidUsd,
    rememberedCalls: total.rememberedCalls,
    searches: total.retrievals,
    bytesSent: sentBytes(charges),
    exit: answerRoutesOf(trace, events).exit,
    misled: turned === null ? null : misledBy(turned),
    helped: turned === null ? null : helpedBy(turned),
    written: writtenBy(charges),
  };
}

export const noMetrics: Readonly<Record<MetricId, null>> = byMetric(() => null);

function metricsOf(
  row: QuestionRow,
  trace: Trace,
  language: Pick<Language, "namedOptions">,
): Record<MetricId, number | null> {
  const said = { short: trace.answer?.short ?? "", output: outputOf(trace, row.language) };
  const scores = answerScores(said, row);
  const named = hasEnglishRules(row.language) ? language.namedOptions(row.question) : [];
  const options = row.options ?? named;
  const choice = rightChoice(said.short, row.answers, options, row.language);
  return {
    ...noMetrics,
    ...scores,
    right: rightOf({ ...scores, rightChoice: choice }),
    rightChoice: choice,
    supportRecall: supportRecall(row, trace),
  };
}

export interface Said {
  short: string;
  output: string;
}

/** In [0, 1]; null without a gold answer. */
export function answerScores(
  { short, output }: Said,
  row: Pick<QuestionRow, "answers" | "answerGroups" | "language">,
): Record<Exclude<MetricId, "right" | "supportRecall" | "rightChoice">, number> | null {
  const { answers: golds, answerGroups, language } = row;
  const rouges = rouge(output, golds, language);
  if (rouges === null) return null;
  return {
    coverEm: coverExactMatch(short, golds, language),
    coverEmTokens: coverExactMatchTokens(short, golds, language),
    coverEmOutput: coverExactMatch(output, golds, language),
    em: exactMatch(short, golds, language),
    f1: hotpotF1(short, golds, language),
    hit: hitAtOne(output, golds, language),
    matching: matchingRatio(output, answerGroups ?? golds, language),
    ...rouges,
  };
}

/** A text with this share of its own words is the model's own. */
const ownShare = 0.9;

/**
 * The papers score all that the model wrote; a sentence that Hopwise built counts only by its bare
 * answer.
 */
export function outputOf({ answer, calls }: Trace, language?: string): string {
  if (answer === null) return "";
  const { call, short } = answer;
  const text = answer.text.replace(/\[\d{1,2}\]/gu, "").trim();
  const written = scoringTokens(call === null ? "" : (calls.get(call)?.text ?? ""), language);
  const words = scoringTokens(text, language);
  if (words.length === 0 || overlap(words, written) / words.length < ownShare) return short;
  return coverExactMatch(text, [short], language) === 1 || short === ""
    ? text
    : `${short}. ${text}`;
}

/**
 * In [0, 1]: the share of gold passages that some step read (not only ranked). Null without gold.
 */
export function supportRecall(question: QuestionRow, trace: Trace): number | null {
  const library = trace.start?.library.question === question.id ? "own-context" : "shared";
  const goldOf = supportOf(question, library);
  if (goldOf === null) return null;
  const read = [...trace.nodes.values()].flatMap(({ passages }) => passages);
  const found = new Set(read.flatMap((passage) => goldOf(passage) ?? []));
  return found.size / supportCount(question, library);
}

/** Remembered calls sent nothing. */
function sentBytes(charges: readonly Charge[]): number {
  const sent = charges.filter(({ remembered }) => remembered !== true);
  return sent.reduce((sum, { bytesSent }) => sum + bytesSent, 0);
}

function parsing({ calls, parseFailures }: Trace): Pick<Measured, "parses" | "parseFailures"> {
  const ended = [...calls.values()].filter(({ end }) => end !== null && end.finish !== "stopped");
  return {
    parses: ended.length,
    parseFailures: new Set(parseFailures.map(({ call }) => call)).size,
  };
}

function turnedBy(question: QuestionRow, trace: Trace, retrievals: number): MisledCase {
  return {
    without: answerBeforeRetrieval(trace),
    with: trace.answer?.short ?? "",
    golds: question.answers,
    language: question.language,
    retrievals,
  };
}

/** Excludes steps that cannot fail: looked up for a parent, left out, or checking an answer. */
function stepsOf(trace: Trace): NonNullable<Measured["steps"]> {
  const checks = checkBranches(trace);
  const ends = [...trace.nodes.values()]
    .filter(({ abandoned, branch }) => !abandoned && !checks.has(branch))
    .flatMap(({ verdict }) => verdict?.verdict ?? [])
    .filter((end) => end !== "searched" && end !== "skipped");
  const unsolved = ends.filter((end) => end === "unsolved" || end === "unknown").length;
  return { all: ends.length, unsolved };
}

function writtenBy(charges: readonly Charge[]): NonNullable<Measured["written"]> {
  const written: NonNullable<Measured["written"]> = {};
  for (const { kind, purpose, usage } of charges) {
    if (kind !== "call" || purpose === null) continue;
    const before = written[purpose] ?? (purpose in written ? null : 0);
    const generated = usage?.generatedTokens ?? null;
    written[purpose] = before === null || generated === null ? null : before + generated;
  }
  return written;
}

/** SearChain's first plan or the answer that SlimPLM's gate judged; null for other methods. */
function answerBeforeRetrieval(trace: Trace): string | null {
  const [first] = trace.branches;
  if (first?.cause === "plan" && first.finalContent !== null) return first.finalContent;
  const gates = [...trace.nodes.values()].flatMap(({ gate }) => gate ?? []);
  const matchingGate = gates.find(
    ({ question, answer }) => question === trace.start?.question && answer !== "",
  );
  return matchingGate?.answer ?? null;
}
