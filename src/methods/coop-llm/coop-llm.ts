/**
 * CoopLLM ("Small Empowering Large"): a large model plans and summarises, a small one
 * solves with the library as its checker (§4.1, Algorithm 1; the solve loop is SearChain).
 */

import type { MethodParts } from "../../runtime/method.ts";
import { runStages } from "../../stages/stages.ts";
import { pipelinePrompts } from "../pipeline-prompts.ts";
import { promptsFor } from "../prompts.ts";

export const parts: MethodParts = {
  prompts: promptsFor,
  execute: runStages,
  listed: pipelinePrompts,
  choices: [
    "CallLaLM is not defined: here the small model says yes or no, and its probability is compared with a threshold.",
    "θ was a logit of another reader (1.5): here it is a probability, set on held-out questions.",
    "Soft-prompt needs vectors in the prompt: here it is a one-line digest, named as an approximation.",
  ],
};
