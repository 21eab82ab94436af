import { beforeAll, describe, expect, it } from "vitest";
import { byDirection, bySureness, worldTable } from "../../testing/lab/policy-world.ts";
import type { RunFeatures } from "./actions.ts";
import { defaultLearn } from "./learn.ts";
import {
  type ActionPolicy,
  decide,
  lambdaFor,
  lambdaOfPoint,
  readActionPolicy,
  requireSame,
  writeActionPolicy,
} from "./policy.ts";
import { learnPolicy, type PolicyStudy } from "./study.ts";

const settings = { ...defaultLearn, deals: 1 };
const encoder = "encoder@1";
const run: RunFeatures = {
  sure: 0.9,
  found: null,
  partlyFound: null,
  steps: null,
  unsolved: null,
  parseFailures: 0,
  words: 1,
  calls: 1,
};
const unsure = { vector: null, features: { ...run, sure: 0.05 } };
const sure = { vector: null, features: { ...run, sure: 0.95 } };

let policy: ActionPolicy;
let study: PolicyStudy;
let ofQuestions: ActionPolicy;
beforeAll(() => {
  ({ policy, study } = learnPolicy({
    design: "run",
    table: worldTable(bySureness, 200, 1),
    encoder: null,
    settings,
  }));
  const table = worldTable(byDirection, 60, 1);
  ({ policy: ofQuestions } = learnPolicy({ table, design: "question", encoder, settings }));
}, 60_000);

const refuses = (reason: string, params: object = {}) =>
  expect.objectContaining({
    code: "policy-data-invalid",
    params: expect.objectContaining({ reason, ...params }),
  });

describe("a policy", () => {
  it("asks again where the base is not sure, and leaves it where it is", () => {
    expect(decide(policy, sure, { lambda: 0.02 }).chosen).toBe("SSS");
    const again = decide(policy, unsure, { lambda: 0.02 });
    expect(["SLL", "LLL"]).toContain(again.chosen);
    expect(again.gain).toBeGreaterThan(0.2);
    expect(again.worth).toBeCloseTo(again.gain - 0.02 * 1000 * again.cost, 12);
    expect(again.actions.map(({ id }) => id)).toEqual(["SSS", "SSL", "SLL", "LLL"]);
    expect(again.actions[0]?.cost).toBe(0);
  });

  it("buys nothing where money is endlessly dear, and what is best where it is nothing", () => {
    const dear = decide(policy, unsure, { lambda: lambdaOfPoint(0) });
    expect(dear).toMatchObject({ chosen: "SSS", gain: 0, cost: 0, worth: 0 });
    const { actions, chosen } = decide(policy, unsure, { lambda: 0 });
    const best = Math.max(...actions.map(({ p }) => p));
    expect(actions.find(({ id }) => id === chosen)?.p).toBe(best);
  });

  it("has a slider: what may be expected and what it costs rise as λ falls", () => {
    const { curve } = policy;
    expect(curve.length).toBeGreaterThan(5);
    for (const [at, point] of curve.slice(1).entries()) {
      expect(point.lambda).toBeLessThan(curve[at]?.lambda ?? 0);
      expect(point.pMin).toBeGreaterThanOrEqual((curve[at]?.pMin ?? 1) - 1e-9);
    }
    const middle = curve[Math.floor(curve.length / 2)];
    expect(lambdaFor(policy, middle?.pMin ?? 0)).toBe(middle?.lambda);
    expect(lambdaFor(policy, 0)).toBe(curve[0]?.lambda);
    expect(lambdaFor(policy, 1)).toBe(0);
    const byBound = decide(policy, unsure, { pMin: middle?.pMin ?? 0 });
    expect(byBound).toEqual(decide(policy, unsure, { lambda: middle?.lambda ?? 0 }));
    expect(decide(policy, unsure)).toEqual(decide(policy, unsure, { lambda: policy.lambda }));
  });

  it("tells λ of the price of a right answer in a hundred", () => {
    // One point is worth exactly 5 cents per 1,000 questions.
    expect(lambdaOfPoint(0.05) * 0.05).toBeCloseTo(0.01, 12);
    expect(lambdaOfPoint(0)).toBe(1e12);
  });

  it("comes with what it was learnt from", () => {
    expect(policy).toMatchObject({ base: "SSS", metric: "right", cost: "usd", trainedOn: 200 });
    expect(policy.design).toBe("run");
    expect(study).toMatchObject({ design: "run", questions: 200, base: "SSS", untold: [] });
    expect(study.learned.map(({ design }) => design)).toEqual(["run", "sureness"]);
  });

  it("comes back from its file", () => {
    for (const own of [policy, ofQuestions]) {
      expect(readActionPolicy(writeActionPolicy(own))).toEqual(own);
    }
  });
});

describe("a policy is refused", () => {
  it.each([
    ["not-json", () => "{", {}],
    ["not-a-policy", () => "null", {}],
    ["too-new", () => JSON.stringify({ ...policy, version: 2 }), { version: 2 }],
    ["not-a-policy", () => JSON.stringify({ ...policy, base: "XXX" }), { field: "base" }],
    ["not-a-policy", () => JSON.stringify({ ...policy, costs: [1] }), { field: "costs" }],
    ["not-a-policy", () => JSON.stringify({ ...policy, lambda: -1 }), { field: "lambda" }],
    ["not-a-policy", () => JSON.stringify({ ...policy, curve: [] }), { field: "curve" }],
    ["not-a-policy", () => JSON.stringify({ ...policy, encoder }), { field: "encoder" }],
    [
      "not-a-policy",
      () => JSON.stringify({ ...policy, features: ["sure"] }),
      { field: "models.line" },
    ],
    [
      "not-a-policy",
      () => JSON.stringify({ ...policy, models: { heads: null, line: null, sureness: null } }),
      { field: "models" },
    ],
  ])("as %s", (reason, text, params) => {
    expect(() => readActionPolicy(text())).toThrow(refuses(reason, params));
  });

  it("by other models, and another encoder where it reads the question", () => {
    const now = { small: "small", large: "large", encoder: null };
    expect(() => requireSame(policy, now)).not.toThrow();
    expect(() => requireSame(policy, { ...now, large: "gpt" })).toThrow(
      refuses("models", { tier: "large", trained: "large", asked: "gpt" }),
    );
    expect(() => requireSame(policy, { ...now, large: null })).toThrow(refuses("models"));
    expect(() => requireSame(policy, { ...now, small: "other" })).toThrow(
      refuses("models", { tier: "small" }),
    );
    expect(() => requireSame(ofQuestions, now)).toThrow(refuses("encoder"));
    expect(() => requireSame(ofQuestions, { ...now, encoder })).not.toThrow();
  });

  it("where what it goes by is missing", () => {
    expect(() => decide(policy, { vector: null, features: { ...run, sure: null } })).toThrow(
      refuses("feature-missing", { field: "sure" }),
    );
    expect(() => decide(ofQuestions, { vector: null, features: run })).toThrow(
      refuses("vector-missing"),
    );
    expect(() => decide(ofQuestions, { vector: new Float32Array(3), features: run })).toThrow(
      refuses("encoder"),
    );
  });

  it("where the report has not what its design goes by", () => {
    const table = worldTable(bySureness, 30, 1);
    expect(() => learnPolicy({ table, design: "both", encoder: null, settings })).toThrow(
      refuses("design"),
    );
  });
});
