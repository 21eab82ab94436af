import type { MethodParts } from "../../runtime/method.ts";
import { runStages } from "../../stages/stages.ts";
import { pipelinePrompts } from "../pipeline-prompts.ts";
import { promptsFor } from "../prompts.ts";

export const parts: MethodParts = {
  prompts: promptsFor,
  execute: runStages,
  listed: pipelinePrompts,
  choices: [
    "The gate is asked before the plan. What it does not know is planned, and the question stays in the tree beside the chain.",
    "In a chain every hop chooses its tool, its queries and its passages as a question by itself would.",
    "A hop that stays unsolved is split where the fallback is on; it counts as level 1, its parts as level 2.",
    "With the tool “none” a hop that the plan left open is answered from memory.",
  ],
};
