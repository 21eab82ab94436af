/**
 * SlimPLM: a small proxy answers first, and what it does not know decides when and what is
 * looked up for one call of the large model (§3, Figure 1).
 */
import { runStages } from "../core/pipeline/stages.ts";
import type { Method } from "../core/run.ts";
import { promptsFor } from "./prompts.ts";
import { slimPlmInfo } from "./slim-plm.presets.ts";

export const slimPlm: Method = { ...slimPlmInfo, prompts: promptsFor, execute: runStages };
