import { describe, expect, it } from "vitest";
import { exampleWorld, sampleWorld, worldBatch } from "../../testing/lab/stage-world.ts";
import type { HowItWent } from "../analysis/measure.ts";
import { repricedResult } from "../analysis/reprice.ts";
import type { LabResult } from "../types.ts";
import { actionTable, meanCosts, runFeatures, type TableRequest } from "./actions.ts";

const results = sampleWorld(exampleWorld, 30, 3);
const questions = [...new Set(results.map(({ question }) => question))].map((id) => ({
  id,
  question: `What of ${id}?`,
}));
const request: TableRequest = {
  batch: worldBatch,
  questions,
  results,
  metric: "right",
  cost: "usd",
};
const refusal = (changes: Partial<TableRequest>) => {
  try {
    actionTable({ ...request, ...changes });
  } catch (thrown) {
    return thrown;
  }
  return null;
};
const reason = (name: string, params: object = {}) =>
  expect.objectContaining({
    code: "policy-data-invalid",
    params: expect.objectContaining({ reason: name, ...params }),
  });

describe("the table of a report", () => {
  it("has a row a question that every action answered, and all small is run first", () => {
    const table = actionTable(request);
    expect(table.actions.map(({ id }) => id)).toEqual(
      worldBatch.configurations.map(({ id }) => id),
    );
    expect(table.actions[table.base]?.id).toBe("SSS");
    expect(table.rows).toHaveLength(30);
    expect(table.leftOut).toBe(0);
    const [row] = table.rows;
    const own = results.filter(({ question }) => question === row?.id);
    expect(row?.labels).toEqual(own.map(({ metrics }) => metrics.right));
    expect(row?.costs).toEqual(own.map(({ total }) => total.usd));
    expect(row?.question).toBe(`What of ${row?.id}?`);
    expect(meanCosts(table.rows)).toHaveLength(8);
    expect(table.answerers).toEqual({ small: "scripted", large: "scripted", price: null });
  });

  it("leaves out what some run does not tell, and questions that failed somewhere", () => {
    const told = results.map(
      (one, at): LabResult => ({
        ...one,
        ...(at === 0 ? {} : { sure: 0.5 }),
        found: "partly-found",
        ...(at === 9 ? { outcome: "failed" } : {}),
      }),
    );
    const table = actionTable({ ...request, results: told });
    expect(table.features).toEqual(["found", "partlyFound", "parseFailures", "words", "calls"]);
    expect(table.untold).toEqual(["sure", "steps", "unsolved"]);
    expect([table.rows.length, table.leftOut]).toEqual([29, 1]);
    expect(table.rows[0]?.features.slice(0, 2)).toEqual([0, 1]);
  });

  it("takes the cheapest first where no combination is all small", () => {
    const table = actionTable({ ...request, actions: ["LLL", "SLL", "LSS"], cost: "largeTokens" });
    expect(table.actions[table.base]?.id).toBe("LSS");
  });

  it("has vectors only where every question has one", () => {
    const vectors = new Map(questions.map(({ id }) => [id, Float32Array.of(1, 0)]));
    expect(actionTable({ ...request, vectors }).rows[3]?.vector).toEqual(Float32Array.of(1, 0));
    vectors.delete("q3");
    expect(actionTable({ ...request, vectors }).rows.every(({ vector }) => vector === null)).toBe(
      true,
    );
  });
});

describe("a report that nothing can be learnt from", () => {
  it.each([
    ["too-few-actions", { actions: ["SSS"] }, {}],
    ["too-few-actions", { actions: [] }, {}],
    ["no-common-question", { metric: "right", results: results.slice(0, 7) }, { metric: "right" }],
    ["no-common-question", { results: [] }, {}],
    ["too-few-questions", { results: results.slice(0, 24) }, { questions: 3, needed: 20 }],
  ] as const)("says why: %s", (name, changes, params) => {
    expect(refusal(changes)).toEqual(reason(name, params));
  });

  it.each([0, 1, 0.5])("is one whose every label is %d", (label) => {
    const same = results.map((one) => ({ ...one, metrics: { ...one.metrics, f1: label } }));
    expect(refusal({ metric: "f1", results: same })).toEqual(reason("one-class", { label }));
  });

  it("is one of unknown cost, and another cost may be known", () => {
    const price = {
      inputPerMillion: 1,
      outputPerMillion: 2,
      cachedInputPerMillion: null,
      source: "a test",
      asOf: "2026-01-01",
    };
    const unpriced = results.map((one) => repricedResult(one, null, price));
    expect(refusal({ results: unpriced })).toEqual(reason("cost-unknown", { cost: "usd" }));
    expect(refusal({ results: unpriced, cost: "largeTokens" })).toBeNull();
  });
});

describe("what a run tells of itself", () => {
  const went: HowItWent = {
    prediction: "the river Inn",
    found: "found",
    sure: 0.7,
    steps: { all: 3, unsolved: 1 },
    parses: 4,
    parseFailures: 2,
  };

  it("is numbers, null where it is not told", () => {
    expect(runFeatures(went)).toEqual({
      sure: 0.7,
      found: 1,
      partlyFound: 0,
      steps: 3,
      unsolved: 1,
      parseFailures: 2,
      words: Math.log(4),
      calls: Math.log(5),
    });
    const { found: _found, sure: _sure, steps: _steps, ...older } = went;
    expect(runFeatures(older)).toMatchObject({ sure: null, found: null, steps: null });
  });

  it("takes an empty answer for a wrong one", () => {
    expect(runFeatures({ ...went, prediction: " ", sure: null })).toMatchObject({
      sure: 0,
      words: 0,
    });
  });
});
