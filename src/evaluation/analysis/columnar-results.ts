/**
 * Packs results into one number array and one word list: many small objects are slow to copy
 * between threads.
 */
import { purposes, stages } from "../../log/types.ts";
import {
  answerStates,
  byMetric,
  costIds,
  type LabResult,
  metricIds,
  type Spent,
} from "../types.ts";
import { byCost } from "./records.ts";

export interface PackedResults {
  words: readonly string[];
  /** `width` numbers per result; NaN means null. */
  numbers: Float64Array<ArrayBuffer>;
}

const at = {
  batch: 0,
  question: 1,
  configuration: 2,
  failed: 3,
  error: 4,
  prediction: 5,
  exit: 6,
  misled: 7,
  paidUsd: 8,
  rememberedCalls: 9,
  searches: 10,
  bytesSent: 11,
  parses: 12,
  parseFailures: 13,
  rolesApart: 14,
  helped: 15,
  steps: 16,
  unsolved: 17,
  sure: 18,
  found: 19,
  atOnce: 20,
  wrongKind: 21,
  metrics: 22,
  total: 22 + metricIds.length,
} as const;
const largeWidth = 3;
const spentWidth = costIds.length + largeWidth;
const byStageAt = at.total + spentWidth;
const writtenAt = byStageAt + stages.length * spentWidth;
/**
 * A flag for whether `written` is present precedes one number per purpose: NaN is unknown, -1 not
 * asked for.
 */
const width = writtenAt + 1 + purposes.length;
const metricAt = byMetric((id) => at.metrics + metricIds.indexOf(id));
const costAt = byCost((id) => costIds.indexOf(id));

export function packResults(results: readonly LabResult[]): PackedResults {
  const numbers = new Float64Array(results.length * width);
  const words = new Map<string, number>();
  const place = (word: string | null): number | null => {
    if (word === null) return null;
    const known = words.get(word);
    if (known !== undefined) return known;
    words.set(word, words.size);
    return words.size - 1;
  };
  results.forEach((result, index) => {
    const start = index * width;
    const put = (offset: number, value: number | null) => {
      numbers[start + offset] = value ?? Number.NaN;
    };
    put(at.batch, place(result.batch));
    put(at.question, place(result.question));
    put(at.configuration, place(result.configuration));
    put(at.failed, Number(result.outcome === "failed"));
    put(at.error, place(result.error));
    put(at.prediction, place(result.prediction));
    put(at.exit, place(result.exit));
    put(at.misled, flag(result.misled));
    put(at.paidUsd, result.paidUsd);
    put(at.rememberedCalls, result.rememberedCalls);
    put(at.searches, result.searches);
    put(at.bytesSent, result.bytesSent);
    put(at.parses, result.parses);
    put(at.parseFailures, result.parseFailures);
    put(at.rolesApart, Number(result.rolesApart === true));
    put(at.helped, result.helped === undefined ? -1 : flag(result.helped));
    put(at.steps, result.steps?.all ?? null);
    put(at.unsolved, result.steps?.unsolved ?? null);
    put(at.sure, result.sure === undefined ? -1 : result.sure);
    put(at.found, result.found === undefined ? null : answerStates.indexOf(result.found));
    put(at.atOnce, result.atOnce ?? null);
    put(at.wrongKind, Number(result.wrongKind === true));
    const { written } = result;
    put(writtenAt, Number(written !== undefined));
    purposes.forEach((purpose, index) => {
      const count = written?.[purpose];
      put(writtenAt + 1 + index, count === undefined ? -1 : count);
    });
    for (const id of metricIds) put(metricAt[id], result.metrics[id]);
    putSpent(put, at.total, result.total);
    stages.forEach((stage, step) => {
      putSpent(put, byStageAt + step * spentWidth, result.byStage[stage]);
    });
  });
  return { words: [...words.keys()], numbers };
}

function flag(value: boolean | null): number | null {
  return value === null ? null : Number(value);
}

function putSpent(put: (at: number, value: number | null) => void, first: number, spent: Spent) {
  for (const id of costIds) put(first + costAt[id], spent[id]);
  const own = first + costIds.length;
  put(own, spent.large?.promptTokens ?? null);
  put(own + 1, spent.large?.generatedTokens ?? null);
  put(own + 2, spent.large?.othersUsd ?? null);
}

export function unpackResults(packed: PackedResults): LabResult[] {
  const count = packed.numbers.length / width;
  return Array.from({ length: count }, (_, index) => resultOf(packed, index * width));
}

function resultOf({ words, numbers }: PackedResults, start: number): LabResult {
  const misled = known(numbers, start + at.misled);
  const number = (offset: number) => numbers[start + offset] ?? 0;
  const wordOrNull = (offset: number) => words[number(offset)] ?? null;
  const stage = (step: number) => spentOf(numbers, start + byStageAt + step * spentWidth);
  return {
    batch: wordOrNull(at.batch) ?? "",
    question: wordOrNull(at.question) ?? "",
    configuration: wordOrNull(at.configuration) ?? "",
    outcome: number(at.failed) === 1 ? "failed" : "answered",
    error: wordOrNull(at.error),
    prediction: wordOrNull(at.prediction) ?? "",
    metrics: byMetric((id) => known(numbers, start + metricAt[id])),
    total: spentOf(numbers, start + at.total),
    byStage: { plan: stage(0), solve: stage(1), summarise: stage(2) },
    ...(number(at.rolesApart) === 1 ? { rolesApart: true as const } : {}),
    paidUsd: known(numbers, start + at.paidUsd),
    rememberedCalls: number(at.rememberedCalls),
    searches: number(at.searches),
    bytesSent: number(at.bytesSent),
    parses: number(at.parses),
    parseFailures: number(at.parseFailures),
    exit: wordOrNull(at.exit),
    misled: misled === null ? null : misled === 1,
    ...helpedOf(numbers, start),
    ...stepsOf(numbers, start),
    ...sureOf(numbers, start),
    ...foundOf(numbers, start),
    ...(number(at.wrongKind) === 1 ? { wrongKind: true as const } : {}),
    ...writtenOf(numbers, start),
    ...atOnceOf(numbers, start),
  };
}

function helpedOf(numbers: Float64Array, start: number): Pick<LabResult, "helped"> {
  const helped = known(numbers, start + at.helped);
  return helped === -1 ? {} : { helped: helped === null ? null : helped === 1 };
}

function stepsOf(numbers: Float64Array, start: number): Pick<LabResult, "steps"> {
  const all = known(numbers, start + at.steps);
  const unsolved = known(numbers, start + at.unsolved);
  return all === null || unsolved === null ? {} : { steps: { all, unsolved } };
}

function sureOf(numbers: Float64Array, start: number): Pick<LabResult, "sure"> {
  const sure = known(numbers, start + at.sure);
  return sure === -1 ? {} : { sure };
}

function foundOf(numbers: Float64Array, start: number): Pick<LabResult, "found"> {
  const found = answerStates[known(numbers, start + at.found) ?? -1];
  return found === undefined ? {} : { found };
}

function atOnceOf(numbers: Float64Array, start: number): Pick<LabResult, "atOnce"> {
  const atOnce = known(numbers, start + at.atOnce);
  return atOnce === null ? {} : { atOnce };
}

function writtenOf(numbers: Float64Array, start: number): Pick<LabResult, "written"> {
  if (numbers[start + writtenAt] !== 1) return {};
  const written: NonNullable<LabResult["written"]> = {};
  purposes.forEach((purpose, index) => {
    const count = known(numbers, start + writtenAt + 1 + index);
    if (count !== -1) written[purpose] = count;
  });
  return { written };
}

function spentOf(numbers: Float64Array, first: number): Spent {
  return {
    calls: numbers[first + costAt.calls] ?? 0,
    largeCalls: numbers[first + costAt.largeCalls] ?? 0,
    tokens: known(numbers, first + costAt.tokens),
    largeTokens: known(numbers, first + costAt.largeTokens),
    usd: known(numbers, first + costAt.usd),
    seconds: numbers[first + costAt.seconds] ?? 0,
    ...largeUse(numbers, first + costIds.length),
  };
}

function largeUse(numbers: Float64Array, first: number): Pick<Spent, "large"> {
  const promptTokens = known(numbers, first);
  const generatedTokens = known(numbers, first + 1);
  if (promptTokens === null || generatedTokens === null) return {};
  return { large: { promptTokens, generatedTokens, othersUsd: known(numbers, first + 2) } };
}

function known(numbers: Float64Array, place: number): number | null {
  const value = numbers[place] ?? Number.NaN;
  return Number.isNaN(value) ? null : value;
}
