/** CallLaLM (CoopLLM Algorithm 1): the small model says whether it can do a stage alone. */

import type { Tier } from "../log/types.ts";
import { callModel } from "../runtime/call.ts";
import type { Context, Steps } from "../runtime/context.ts";
import { answeredSteps, currentPath } from "./path.ts";

export async function* chooseTier(context: Context, stage: "plan" | "summarise"): Steps<Tier> {
  const choice = context.settings[stage];
  if (choice === "small" || choice === "large") return choice;
  const steps = answeredSteps(currentPath(context.trace));
  const { id, end, text } = yield* callModel(context, {
    stage,
    purpose: "decide",
    tier: "small",
    node: null,
    prompt: () => context.prompts.decide(stage, context.question, steps),
  });
  const verdict = context.language.saysYes(text);
  if (verdict === null) {
    const detail = "neither yes nor no; the large model is called";
    yield* context.parseFailure(id, "decision", { resolution: "fell-back", detail });
  }
  const alone = end.choiceProbabilities?.["yes"] ?? null;
  const threshold = context.settings.decisionThreshold;
  const goesAlone = alone === null ? verdict === true : alone >= threshold;
  const chosen: Tier = goesAlone ? "small" : "large";
  const decision = context.event({
    type: "decision",
    stage,
    call: id,
    aloneProbability: alone,
    threshold,
    chosen,
  });
  yield decision;
  return decision.chosen;
}
