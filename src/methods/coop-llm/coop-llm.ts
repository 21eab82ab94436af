/**
 * CoopLLM ("Small Empowering Large"): a large model plans and summarises, a small one
 * solves with the library as its checker (§4.1, Algorithm 1; the solve loop is SearChain).
 */

import type { Method } from "../../runtime/run.ts";
import { runStages } from "../../stages/stages.ts";
import { promptsFor } from "../prompts.ts";
import { coopLlmInfo } from "./presets.ts";

export const coopLlm: Method = { ...coopLlmInfo, prompts: promptsFor, execute: runStages };
