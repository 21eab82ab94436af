/**
 * CoopLLM ("Small Empowering Large"): a large model plans and summarises, a small one
 * solves with the library as its checker (§4.1, Algorithm 1; the solve loop is SearChain).
 */
import type { Context, Steps } from "../core/pipeline/context.ts";
import { planStage } from "../core/pipeline/plan.ts";
import { solveStage } from "../core/pipeline/solve.ts";
import { summariseStage } from "../core/pipeline/summarise.ts";
import type { Method } from "../core/run.ts";
import { coopLlmInfo } from "./coop-llm.presets.ts";
import { coopPrompts } from "./coop-llm.prompts.ts";
import { skillPrompts } from "./coop-llm.skills.ts";

/** Algorithm 1 in its runnable form. What a resumed log already finished is not done again. */
async function* execute(context: Context): Steps<void> {
  if (!context.trace.finishedStages.includes("plan")) yield* planStage(context);
  if (!context.trace.finishedStages.includes("solve")) yield* solveStage(context);
  if (context.trace.answer === null) yield* summariseStage(context);
}

export const coopLlm: Method = {
  ...coopLlmInfo,
  prompts: ({ skills }) => (skills === true ? skillPrompts : coopPrompts),
  execute,
};
