import { surenessOf } from "../../folds/verifier/verifier.ts";
import { AppError } from "../../log/errors.ts";
import type { Price, Stage, Tier } from "../../log/types.ts";
import type { Embedder, WorthJudge } from "../../runtime/ports.ts";
import { howItWent } from "../analysis/measure.ts";
import { runFeatures } from "./actions.ts";
import { type ActionPolicy, decide, lambdaOfPoint, requireSame } from "./policy.ts";

export interface JudgedWith {
  embedder: Embedder;
  /** `id@sha256` of its weights. */
  encoder: string;
  price: Price | null;
}

/**
 * Throws `policy-data-invalid` for another small model or encoder; another large model only changes
 * the price.
 */
export function worthJudge(
  policy: ActionPolicy,
  { embedder, encoder, price }: JudgedWith,
): WorthJudge {
  return {
    sureOf: surenessOf,
    async judge({ trace, pointUsd }, signal) {
      const { start } = trace;
      if (start === null) throw new AppError("internal", { message: "no run" });
      const { large } = policy.answerers;
      requireSame(policy, { small: start.small.model, large, encoder });
      if (policy.cost !== "usd")
        throw new AppError("policy-data-invalid", { reason: "cost-not-usd" });
      const went = howItWent(trace);
      const features = runFeatures(went);
      const [vector = null] =
        policy.models.heads === null ? [] : await embedder.embed([start.question], signal);
      const dearer = timesDearer(price, policy.answerers.price);
      // Scales costs to current prices; an unknown price keeps the learnt cost.
      const scaled = { ...policy, costs: policy.costs.map((cost) => cost * (dearer ?? 1)) };
      const { actions, chosen } = decide(
        scaled,
        { vector, features },
        { lambda: lambdaOfPoint(pointUsd) },
      );
      return {
        sure: went.sure ?? null,
        ways: actions.flatMap(({ id, p, cost }) => {
          const settings = policy.actions.find((action) => action.id === id)?.settings;
          if (settings === undefined) return [];
          const { plan, solve, summarise } = settings;
          const stages: Record<Stage, Tier> = {
            plan: tierOf(plan),
            solve,
            summarise: tierOf(summarise),
          };
          return [{ id, stages, expected: p, usd: dearer === null && cost > 0 ? null : cost }];
        }),
        chosen: chosen === policy.base ? null : chosen,
        learnt: { questions: policy.trainedOn, large: large ?? "" },
      };
    },
  };
}

/** No planner, or the small model decides: neither counts as large. */
function tierOf(choice: string): Tier {
  return choice === "large" ? "large" : "small";
}

/** A call reads about this many times as much as it writes. */
const readToWritten = 4;

/** Null if a price is unknown. */
export function timesDearer(now: Price | null, learnt: Price | null): number | null {
  if (now === null || learnt === null) return null;
  const blended = ({ inputPerMillion, outputPerMillion }: Price) =>
    readToWritten * inputPerMillion + outputPerMillion;
  return blended(learnt) > 0 ? blended(now) / blended(learnt) : null;
}
