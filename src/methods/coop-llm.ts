/**
 * CoopLLM ("Small Empowering Large"): a large model plans and summarises, a small one
 * solves with the library as its checker (§4.1, Algorithm 1; the solve loop is SearChain).
 */
import type { Context, Steps } from "../core/pipeline/context.ts";
import { planStage } from "../core/pipeline/plan.ts";
import { solveStage } from "../core/pipeline/solve.ts";
import { summariseStage } from "../core/pipeline/summarise.ts";
import type { Method, Preset } from "../core/run.ts";
import type { RunSettings } from "../core/types.ts";
import { coopPrompts } from "./coop-llm.prompts.ts";

/** Algorithm 1 in its runnable form. What a resumed log already finished is not done again. */
async function* execute(context: Context): Steps<void> {
  if (!context.trace.finishedStages.includes("plan")) yield* planStage(context);
  if (!context.trace.finishedStages.includes("solve")) yield* solveStage(context);
  if (context.trace.answer === null) yield* summariseStage(context);
}

/** CoopLLM's own setting, with the paper's and SearChain's constants. */
export const defaultSettings: RunSettings = {
  method: "coop-llm",
  plan: "decide",
  solve: "small",
  summarise: "decide",
  rewriter: "vanilla",
  maxRounds: 5,
  confidenceThreshold: 0.5,
  answerForm: "short",
  rougeThreshold: 0.35,
  decisionThreshold: 0.5,
  duplicateThreshold: 0.85,
  retrieval: { mode: "hybrid", k: 1, rrfK: 60, bm25: { k1: 1.2, b: 0.4 } },
  switches: { fillProcessedQueries: true, emptySpanGuard: true, repeatStop: true },
};

/** The paper's rows (Tables 2 and 3); each is exact but for the models behind it. */
const presets: readonly Preset[] = [
  preset(
    "coop-llm",
    "CoopLLM",
    "The large model plans and summarises unless the small one says it can; the small one solves, with the whole rewriting unit.",
    { rewriter: "all" },
  ),
  preset(
    "coop-llm-without-decision",
    "CoopLLM without Decision",
    "The large model always plans and summarises; the small one solves, with the whole rewriting unit.",
    { plan: "large", summarise: "large", rewriter: "all" },
  ),
  preset(
    "lalm-smlm",
    "LaLM+SmLM",
    "Large plans and summarises, small solves, without the rewriting unit; top-1 passage.",
    { plan: "large", summarise: "large" },
  ),
  preset(
    "searchain-large",
    "SearChain, all large",
    "One large model plans, continues, reads and concludes; top-1 passage.",
    { plan: "large", solve: "large", summarise: "large" },
  ),
  preset(
    "searchain-small",
    "SearChain, all small",
    "Everything on this device: no key, no network, no money.",
    { plan: "small", solve: "small", summarise: "small" },
  ),
];

function preset(
  id: string,
  title: string,
  description: string,
  changes: Partial<RunSettings>,
): Preset {
  return { id, title, description, settings: { ...defaultSettings, ...changes } };
}

export const coopLlm: Method = {
  id: "coop-llm",
  title: "CoopLLM",
  citation:
    "Small Empowering Large: Leverage Performance and Efficiency by Exploring the Cooperation of LLMs",
  stages: ["plan", "solve", "summarise"],
  presets,
  prompts: coopPrompts,
  execute,
};
