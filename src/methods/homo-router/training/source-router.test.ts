import { describe, expect, it } from "vitest";
import type { Embedder } from "../../../runtime/ports.ts";
import { type RouterPolicy, routerPolicyVersion } from "./policy.ts";
import { sourceRouter } from "./source-router.ts";

const policy: RouterPolicy = {
  version: routerPolicyVersion,
  toolIds: ["bm25", "web"],
  predictor: { version: 1, inputs: 2, hidden: 0, outputs: 2, parameters: [9, 0, 0, 9, 0, 0] },
  encoder: "encoder@1",
  lambda: 0.02,
  pMin: 0.6,
  prices: { bm25: 0, web: 5 },
  trainedOn: 120,
  matching: "token-f1",
  k: 2,
  alpha: 0.5,
};
const never = new AbortController().signal;
const embedder = (...vectors: number[][]): Embedder => ({
  embed: async () => vectors.map((vector) => Float32Array.from(vector)),
});

describe("a policy at run time", () => {
  it("expects of each tool what its heads say of the question's vector", async () => {
    const router = sourceRouter(policy, embedder([0, 1]), "encoder@1");
    const scores = await router.predict("Who?", never);
    expect(scores["web"]).toBeGreaterThan(0.9);
    expect(scores["bm25"]).toBeCloseTo(0.5, 12);
    expect(router).toMatchObject({ toolIds: ["bm25", "web"], lambda: 0.02, trainedOn: 120 });
  });

  it("refuses another encoder, though its vectors are of the same length", () => {
    expect(() => sourceRouter(policy, embedder([0, 1]), "encoder@2")).toThrow(
      expect.objectContaining({ code: "router-data-invalid", params: { reason: "encoder" } }),
    );
  });

  it.each([[[]], [[[1, 2, 3]]]])("refuses vectors of another length", async (vectors) => {
    const asked = sourceRouter(policy, embedder(...vectors), policy.encoder).predict("Who?", never);
    await expect(asked).rejects.toMatchObject({ code: "router-data-invalid" });
  });
});
