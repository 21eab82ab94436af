import { expect, it } from "vitest";
import { type Answerer, commonAnswerer } from "./answerer.ts";
import { type RouterPolicy, readPolicy, routerPolicyVersion, writePolicy } from "./policy.ts";

const small = { tier: "small", model: "s" } as const;
const large = { tier: "large", model: "l" } as const;
const rows = (...all: (Answerer | undefined)[]) =>
  commonAnswerer(all.map((answerer) => ({ answerer })));

it("tells whose the answers are that a router is trained on", () => {
  expect(rows(large, large)).toEqual(large);
  expect(rows(small, large)).toBe("several");
  expect(rows(large, { ...large, model: "other" })).toBe("several");
  expect(rows(undefined, undefined)).toBeNull();
  expect(rows(undefined, small)).toBeNull();
  expect(rows(undefined, large)).toBe("several");
});

it("is kept in a policy, and one from before opens without", () => {
  const policy: RouterPolicy = {
    version: routerPolicyVersion,
    toolIds: ["bm25"],
    predictor: { version: 1 as const, inputs: 1, hidden: 0, outputs: 1, parameters: [1, 0] },
    encoder: "encoder@1",
    lambda: 0,
    pMin: null,
    prices: { bm25: 0 },
    trainedOn: 3,
    matching: "exact" as const,
    k: 2,
    alpha: 0.5,
  };
  expect(readPolicy(writePolicy(policy)).answerer).toBeUndefined();
  expect(readPolicy(writePolicy({ ...policy, answerer: large })).answerer).toEqual(large);
});
