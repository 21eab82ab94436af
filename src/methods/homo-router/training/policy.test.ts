import { describe, expect, it } from "vitest";
import {
  predictScores,
  type RouterPolicy,
  readPolicy,
  routerPolicyVersion,
  writePolicy,
} from "./policy.ts";

const policy: RouterPolicy = {
  version: routerPolicyVersion,
  toolIds: ["bm25", "brave"],
  predictor: {
    version: 1,
    inputs: 2,
    hidden: 0,
    outputs: 2,
    parameters: [1, 0, 0, 1, 0, 0],
  },
  encoder: "encoder@1",
  lambda: 0,
  pMin: null,
  prices: { bm25: 0, brave: 5 },
  trainedOn: 120,
  matching: "token-f1",
  k: 2,
  alpha: 0.5,
};
const second = Float32Array.from([0, 1]);
/** σ(√2), because inputs are scaled by the root of their number. */
const liked = 1 / (1 + Math.exp(-Math.SQRT2));

describe("a policy", () => {
  it("predicts each tool's score by its id", () => {
    const scores = predictScores(policy, second);
    expect(scores["bm25"]).toBeCloseTo(0.5, 12);
    expect(scores["brave"]).toBeCloseTo(liked, 6);
  });

  it("may not know a price, and then saves no cost", () => {
    const prices = { bm25: null, brave: 5 };
    const unpriced = { ...policy, prices };
    expect(readPolicy(writePolicy(unpriced))).toEqual(unpriced);
    expect(() => readPolicy(writePolicy({ ...unpriced, lambda: 0.1 }))).toThrow(
      expect.objectContaining({ params: { reason: "not-a-policy", field: "lambda" } }),
    );
  });

  it("comes back from its file", () => {
    expect(readPolicy(writePolicy(policy))).toEqual(policy);
  });

  it.each([
    ["not-json", "{", {}],
    ["not-a-policy", "null", {}],
    ["too-new", JSON.stringify({ ...policy, version: routerPolicyVersion + 1 }), {}],
    ["encoder", JSON.stringify({ ...policy, version: 1, encoder: undefined }), {}],
    ["not-a-policy", JSON.stringify({ ...policy, encoder: "" }), { field: "encoder" }],
    ["not-a-policy", JSON.stringify({ ...policy, lambda: -1 }), { field: "lambda" }],
    ["not-a-policy", JSON.stringify({ ...policy, prices: { bm25: 0 } }), { field: "prices" }],
    ["not-a-policy", JSON.stringify({ ...policy, toolIds: ["x", "x"] }), { field: "toolIds" }],
    [
      "not-a-policy",
      JSON.stringify({ ...policy, prices: { bm25: 0, brave: -5 } }),
      { field: "prices.brave" },
    ],
    [
      "not-a-policy",
      JSON.stringify({ ...policy, toolIds: ["bm25"] }),
      { field: "predictor.outputs" },
    ],
    [
      "not-a-policy",
      JSON.stringify({ ...policy, predictor: { ...policy.predictor, parameters: [1] } }),
      { field: "predictor" },
    ],
  ])("is refused as %s", (reason, text, params) => {
    expect(() => readPolicy(text)).toThrow(
      expect.objectContaining({
        code: "router-data-invalid",
        params: expect.objectContaining({ reason, ...params }),
      }),
    );
  });

  it("refuses a vector of another encoder", () => {
    expect(() => predictScores(policy, new Float32Array(3))).toThrow(
      expect.objectContaining({ code: "router-data-invalid" }),
    );
  });
});
