/** Stage 1 plans a chain of queries, some answered, some unsolved. */

import type { Tier } from "../log/types.ts";
import { type CallPlan, callModel, callTier } from "../runtime/call.ts";
import type { Context, Steps } from "../runtime/context.ts";
import { chooseTier } from "./decide.ts";
import { firstStepAhead } from "./first-step-ahead.ts";
import { growChain } from "./grow.ts";
import { parseChain } from "./parse/chain.ts";
import { isEcho } from "./parse/echo.ts";

export async function* planStage(context: Context): Steps<void> {
  const tier: Tier = yield* chooseTier(context, "plan");
  const call: CallPlan = {
    stage: "plan",
    purpose: "plan",
    tier,
    node: null,
    prompt: (by) => context.prompts.plan(by, context.question, []),
    onText: firstStepAhead(context),
  };
  yield context.event({ type: "stage-start", stage: "plan", tier: callTier(context, call) });
  const { id, text, asked } = yield* callModel(context, call);
  const echoes = (value: string) => isEcho(value, asked);
  const chain = parseChain(text, context.question, context.language, echoes);
  yield* context.parseFailure(id, "chain", chain);
  yield growChain(context, { cause: "plan", parent: null, call: id, chain });
  yield context.event({ type: "stage-end", stage: "plan" });
}
