import { expect, it } from "vitest";
import { generatedLab } from "../../testing/lab/generated-lab.ts";
import type { LabResult } from "../types.ts";
import { packResults, unpackResults } from "./columnar-results.ts";
import { noMetrics } from "./measure.ts";

const { results } = generatedLab(25);
const nothingSpent = {
  calls: 0,
  largeCalls: 0,
  tokens: null,
  largeTokens: null,
  usd: null,
  seconds: 0,
};

const odd: LabResult = {
  batch: "another",
  question: "",
  configuration: "LLL",
  outcome: "failed",
  error: "http-5xx",
  prediction: "",
  metrics: { ...noMetrics, supportRecall: 0.25 },
  total: {
    ...nothingSpent,
    calls: 3,
    large: { promptTokens: 900, generatedTokens: 80, othersUsd: 0.001 },
  },
  byStage: {
    plan: {
      ...nothingSpent,
      usd: 0,
      large: { promptTokens: 900, generatedTokens: 0, othersUsd: null },
    },
    solve: { ...nothingSpent, tokens: 12 },
    summarise: { ...nothingSpent, seconds: 1.5 },
  },
  paidUsd: null,
  rememberedCalls: 2,
  searches: 1,
  bytesSent: 512,
  parses: 3,
  parseFailures: 1,
  exit: "no-gate",
  misled: false,
};

it("gives back what was packed, unknown figures and empty words included", () => {
  const told = { steps: { all: 3, unsolved: 1 }, written: { proxy: 0, judge: 12, answer: null } };
  const all = [
    ...results,
    odd,
    { ...odd, misled: true, exit: null, error: null },
    { ...odd, ...told, helped: null },
    { ...odd, written: {}, helped: true },
    { ...odd, helped: false, sure: null },
    { ...odd, sure: 0.25 },
    { ...odd, atOnce: 3 },
    { ...odd, found: "partly-found" as const },
  ];
  expect(unpackResults(packResults(all))).toEqual(all);
  expect(unpackResults(packResults([]))).toEqual([]);
});

it("keeps every word once", () => {
  const { words } = packResults(results);
  expect(new Set(words).size).toBe(words.length);
});
