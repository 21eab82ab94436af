import * as z from "zod/mini";
import { AppError, type ErrorData } from "../../log/errors.ts";
import { boundedPrice } from "../../log/setting-bounds.ts";
import { runSettings } from "../../log/types.ts";
import { readVersioned } from "../../methods/homo-router/training/versioned.ts";
import { costIds, metricIds } from "../types.ts";
import { type Answerers, type RunFeatures, runFeatureIds } from "./actions.ts";
import { chosenAt, perThousand, pricesAhead } from "./choice.ts";
import { designs, headsData, scoresOf } from "./learn.ts";
import { lineData, surenessData } from "./models.ts";

/** Other versions are refused. */
export const actionPolicyVersion = 1;

const nonNegative = z.number().check(z.gte(0));
const share = nonNegative.check(z.lte(1));
const name = z.string().check(z.minLength(1), z.maxLength(400));

export const actionPolicy = z
  .object({
    version: z.literal(actionPolicyVersion),
    actions: z
      .array(z.object({ id: name, title: z.string(), settings: runSettings }))
      .check(z.minLength(2), z.maxLength(64)),
    /** The action that runs first; its answer is kept if nothing else pays. */
    base: name,
    design: z.enum(designs),
    models: z.object({
      heads: z.nullable(headsData),
      line: z.nullable(lineData),
      sureness: z.nullable(surenessData),
    }),
    /** The weights have this order and also hold the scaling. */
    features: z.array(z.enum(runFeatureIds)),
    /** `id@sha256`; null without heads. */
    encoder: z.nullable(name),
    metric: z.enum(metricIds),
    cost: z.enum(costIds),
    costs: z.array(nonNegative),
    /**
     * Measured on unseen questions, from the base alone to the best: λ falls, P_min (expected
     * P(right)) rises.
     */
    curve: z
      .array(
        z.object({
          lambda: nonNegative,
          pMin: z.number(),
          costPerThousand: nonNegative,
          accuracy: share,
        }),
      )
      .check(z.minLength(1), z.maxLength(1000)),
    lambda: nonNegative,
    trainedOn: z.int().check(z.gte(1)),
    answerers: z.object({
      small: name,
      large: z.nullable(name),
      price: z.nullable(boundedPrice),
    }),
    k: z.int().check(z.gte(1)),
    alpha: share,
  })
  .check(
    z.refine(({ actions }) => new Set(actions.map(({ id }) => id)).size === actions.length, {
      path: ["actions"],
    }),
    z.refine(({ actions, base }) => actions.some(({ id }) => id === base), { path: ["base"] }),
    z.refine(({ actions, costs }) => costs.length === actions.length, { path: ["costs"] }),
    z.refine(({ models, encoder }) => (models.heads === null) === (encoder === null), {
      path: ["encoder"],
    }),
    z.refine(({ models }) => Object.values(models).some((model) => model !== null), {
      path: ["models"],
    }),
    z.refine(
      ({ models: { heads }, actions }) =>
        heads === null ||
        (heads.predictor.outputs === actions.length && heads.centres.length === actions.length),
      {
        path: ["models", "heads"],
      },
    ),
    z.refine(
      ({ models: { line }, actions, features }) =>
        line === null ||
        (line.intercepts.length === actions.length &&
          line.weights.length === actions.length &&
          [line.centres, line.scales, ...line.weights].every(
            ({ length }) => length === features.length,
          )),
      { path: ["models", "line"] },
    ),
    z.refine(
      ({ models: { sureness }, actions, features }) =>
        sureness === null ||
        (sureness.intercepts.length === actions.length &&
          sureness.slopes.length === actions.length &&
          features.includes("sure")),
      { path: ["models", "sureness"] },
    ),
  );
export type ActionPolicy = z.infer<typeof actionPolicy>;

function refuse(reason: string, params: ErrorData["params"] = {}): never {
  throw new AppError("policy-data-invalid", { reason, ...params });
}

export function writeActionPolicy(policy: ActionPolicy): string {
  return JSON.stringify(policy);
}

/** Throws `policy-data-invalid`. */
export function readActionPolicy(text: string): ActionPolicy {
  const { value } = readVersioned(text, actionPolicyVersion, "policy-data-invalid");
  const policy = actionPolicy.safeParse(value);
  if (policy.success) return policy.data;
  return refuse("not-a-policy", { field: policy.error.issues[0]?.path.join(".") ?? "" });
}

/** Throws `policy-data-invalid` for other models or another encoder (`id@sha256`). */
export function requireSame(
  { answerers, encoder, models }: Pick<ActionPolicy, "answerers" | "encoder" | "models">,
  now: Pick<Answerers, "small" | "large"> & { encoder: string | null },
): void {
  for (const tier of ["small", "large"] as const) {
    const [trained, asked] = [answerers[tier], now[tier]];
    if (trained !== null && trained !== asked) refuse("models", { tier, trained, asked });
  }
  if (models.heads !== null && encoder !== now.encoder) refuse("encoder");
}

/** A dual price, or an expected share of right answers. */
export type Bound = { lambda: number } | { pMin: number };

export interface ActionDecision {
  actions: {
    id: string;
    p: number;
    cost: number;
  }[];
  chosen: string;
  lambda: number;
  /** Gains are of the chosen action over the base; worth is gain − λ · cost per 1,000. */
  gain: number;
  cost: number;
  worth: number;
}

/** `vector` is null without heads. Throws `policy-data-invalid` if an input is missing. */
export function decide(
  policy: ActionPolicy,
  { vector, features }: { vector: Float32Array | null; features: RunFeatures },
  bound: Bound = policy,
): ActionDecision {
  const base = policy.actions.findIndex(({ id }) => id === policy.base);
  const scores = scoresFor(policy, vector, features);
  const prices = pricesAhead(policy.costs, base);
  const lambda = "lambda" in bound ? bound.lambda : lambdaFor(policy, bound.pMin);
  const chosen = chosenAt(scores, prices, lambda);
  const actions = policy.actions.map(({ id }, at) => ({
    id,
    p: scores[at] ?? 0,
    cost: (prices[at] ?? 0) / perThousand,
  }));
  const gain = (scores[chosen] ?? 0) - (scores[base] ?? 0);
  const price = prices[chosen] ?? 0;
  return {
    actions,
    chosen: actions[chosen]?.id ?? policy.base,
    lambda,
    gain,
    cost: price / perThousand,
    worth: price === 0 ? gain : gain - lambda * price,
  };
}

function scoresFor(
  { models, features: ids }: ActionPolicy,
  vector: Float32Array | null,
  features: RunFeatures,
): number[] {
  if (models.heads !== null) {
    if (vector === null) refuse("vector-missing");
    if (vector.length !== models.heads.predictor.inputs) refuse("encoder");
  }
  const needed = models.line !== null ? ids : models.sureness !== null ? (["sure"] as const) : [];
  const missing = needed.find((id) => features[id] === null);
  if (missing !== undefined) refuse("feature-missing", { field: missing });
  return scoresOf(models, {
    vector,
    features: ids.map((id) => features[id] ?? 0),
    sure: features.sure,
  });
}

/** Returns the last λ if none is expected to reach `pMin`. */
export function lambdaFor({ curve }: Pick<ActionPolicy, "curve">, pMin: number): number {
  return (curve.find((point) => point.pMin >= pMin) ?? curve.at(-1))?.lambda ?? 0;
}

/** Nothing is bought at this λ; infinity could not be written to JSON. */
const highestLambda = 1e12;

/** `pointCost` is the price of one percentage point per 1,000 questions. */
export function lambdaOfPoint(pointCost: number): number {
  return Math.min(highestLambda, 0.01 / pointCost);
}
