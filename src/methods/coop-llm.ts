/**
 * CoopLLM ("Small Empowering Large"): a large model plans and summarises, a small one
 * solves with the library as its checker (§4.1, Algorithm 1; the solve loop is SearChain).
 */
import { runStages } from "../core/pipeline/stages.ts";
import type { Method } from "../core/run.ts";
import { coopLlmInfo } from "./coop-llm.presets.ts";
import { promptsFor } from "./prompts.ts";

export const coopLlm: Method = { ...coopLlmInfo, prompts: promptsFor, execute: runStages };
