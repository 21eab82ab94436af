import * as z from "zod/mini";
import { AppError } from "../../../log/errors.ts";
import { answerer } from "./answerer.ts";
import { predict, predictorData } from "./predictor.ts";
import { matchings } from "./scores.ts";
import { readVersioned } from "./versioned.ts";

/** Newer versions are refused, and so is 1, which has no encoder. */
export const routerPolicyVersion = 2;

const nonNegative = z.number().check(z.gte(0));

export const routerPolicy = z
  .object({
    version: z.literal(routerPolicyVersion),
    /** In the order of the predictor's outputs. */
    toolIds: z.array(z.string().check(z.minLength(1))).check(z.minLength(1), z.maxLength(64)),
    predictor: predictorData,
    /** `id@sha256`. */
    encoder: z.string().check(z.minLength(1)),
    /**
     * Accuracy per US dollar per 1,000 requests: a tool that costs 1 dollar more must score λ
     * better. 0 is Best-Predicted.
     */
    lambda: nonNegative,
    /** The bound behind λ; null for Best-Predicted. */
    pMin: z.nullable(z.number()),
    /** In US dollars per 1,000 requests; λ is 0 if one is unknown. */
    prices: z.record(z.string(), z.nullable(nonNegative)),
    trainedOn: z.int().check(z.gte(1)),
    matching: z.enum(matchings),
    answerer: z.optional(answerer),
    k: z.int().check(z.gte(1)),
    alpha: z.number().check(z.gte(0), z.lte(1)),
  })
  .check(
    z.refine(({ toolIds, predictor }) => toolIds.length === predictor.outputs, {
      path: ["predictor", "outputs"],
    }),
    z.refine(({ toolIds }) => new Set(toolIds).size === toolIds.length, { path: ["toolIds"] }),
    z.refine(({ toolIds, prices }) => toolIds.every((tool) => Object.hasOwn(prices, tool)), {
      path: ["prices"],
    }),
    z.refine(({ toolIds, prices, lambda }) => lambda === 0 || allKnown(toolIds, prices), {
      path: ["lambda"],
    }),
  );
export type RouterPolicy = z.infer<typeof routerPolicy>;

function allKnown(toolIds: readonly string[], prices: Record<string, number | null>): boolean {
  return toolIds.every((tool) => prices[tool] != null);
}

export function writePolicy(policy: RouterPolicy): string {
  return JSON.stringify(policy);
}

/** Throws `router-data-invalid`. */
export function readPolicy(text: string): RouterPolicy {
  const { value, version } = readVersioned(text, routerPolicyVersion);
  if (version !== null && version < routerPolicyVersion) {
    throw new AppError("router-data-invalid", { reason: "encoder" });
  }
  const policy = routerPolicy.safeParse(value);
  if (policy.success) return policy.data;
  const field = policy.error.issues[0]?.path.join(".") ?? "";
  throw new AppError("router-data-invalid", { reason: "not-a-policy", field });
}

/** Throws `router-data-invalid`: another encoder's vectors mean something else. */
export function requireEncoder(policy: RouterPolicy, encoder: string): void {
  if (policy.encoder !== encoder) throw new AppError("router-data-invalid", { reason: "encoder" });
}

/** Keyed by tool id. Throws `router-data-invalid` for a vector of the wrong length. */
export function predictScores(policy: RouterPolicy, vector: Float32Array): Record<string, number> {
  const scores = predict(policy.predictor, [vector])[0] ?? [];
  return Object.fromEntries(policy.toolIds.map((tool, index) => [tool, scores[index] ?? 0]));
}
