/** A learnt policy as plain data: what the app asks at run time, saves and exports. */
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

/** Raised when the shape of a policy changes; another version is refused. */
export const actionPolicyVersion = 1;

const nonNegative = z.number().check(z.gte(0));
const share = nonNegative.check(z.lte(1));
const name = z.string().check(z.minLength(1), z.maxLength(400));

export const actionPolicy = z
  .object({
    version: z.literal(actionPolicyVersion),
    /** In the order of what the models tell; each is run with its settings. */
    actions: z
      .array(z.object({ id: name, title: z.string(), settings: runSettings }))
      .check(z.minLength(2), z.maxLength(64)),
    /** The action that is run first, and whose answer stands where nothing else pays. */
    base: name,
    design: z.enum(designs),
    /** Null where the design has none. */
    models: z.object({
      heads: z.nullable(headsData),
      line: z.nullable(lineData),
      sureness: z.nullable(surenessData),
    }),
    /** Of the base's run, in the order of the line's weights; how they are scaled is in there. */
    features: z.array(z.enum(runFeatureIds)),
    /** `id@sha256` of the encoder whose vectors the heads know; null without heads. */
    encoder: z.nullable(name),
    metric: z.enum(metricIds),
    /** What the costs are of: US dollars, tokens, … */
    cost: z.enum(costIds),
    /** Mean a question, in the order of the actions. */
    costs: z.array(nonNegative),
    /**
     * From the base alone to what is predicted best, on questions that the models had not seen: λ
     * falls, and P_min, which is the mean P(right) that was expected, rises.
     */
    curve: z
      .array(
        z.object({
          lambda: nonNegative,
          pMin: z.number(),
          /** Of 1,000 questions, the base's run included. */
          costPerThousand: nonNegative,
          accuracy: share,
        }),
      )
      .check(z.minLength(1), z.maxLength(1000)),
    /** Accuracy (in [0, 1]) per unit of cost per 1,000 questions: what one unit more must bring. */
    lambda: nonNegative,
    /** Questions. */
    trainedOn: z.int().check(z.gte(1)),
    answerers: z.object({
      small: name,
      large: z.nullable(name),
      price: z.nullable(boundedPrice),
    }),
    /** Of the label refinement. */
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

/** A policy from a file or storage. Throws `policy-data-invalid`. */
export function readActionPolicy(text: string): ActionPolicy {
  const { value } = readVersioned(text, actionPolicyVersion, "policy-data-invalid");
  const policy = actionPolicy.safeParse(value);
  if (policy.success) return policy.data;
  return refuse("not-a-policy", { field: policy.error.issues[0]?.path.join(".") ?? "" });
}

/**
 * Throws `policy-data-invalid` where others answer, or another encoder embeds, than it was learnt
 * with: what it expects of them says nothing. `encoder`: `id@sha256`; null where none is at hand.
 */
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

/** What a person asks of it: a dual price, or a share of right answers to be expected. */
export type Bound = { lambda: number } | { pMin: number };

export interface ActionDecision {
  /** In the policy's order. */
  actions: {
    id: string;
    /** P(right). */
    p: number;
    /** What it costs from here on, a question: nothing more for the base, which was run. */
    cost: number;
  }[];
  /** An action's id; the base's where nothing pays. */
  chosen: string;
  lambda: number;
  /** Of the chosen one over the base: P(right), its cost, and gain − λ · cost of 1,000. */
  gain: number;
  cost: number;
  worth: number;
}

/**
 * What to do with a question whose base run is known. `vector` is its sentence's, null where the
 * policy has no heads. Throws `policy-data-invalid` where something that it goes by is missing.
 */
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

/** The highest λ at which so much may be expected; where that cannot be reached, the last of the curve. */
export function lambdaFor({ curve }: Pick<ActionPolicy, "curve">, pMin: number): number {
  return (curve.find((point) => point.pMin >= pMin) ?? curve.at(-1))?.lambda ?? 0;
}

/** At which nothing is bought; an endless λ could not be written down. */
const highestLambda = 1e12;

/** λ of a price: what one more right answer in a hundred may cost, of 1,000 questions. */
export function lambdaOfPoint(pointCost: number): number {
  return Math.min(highestLambda, 0.01 / pointCost);
}
