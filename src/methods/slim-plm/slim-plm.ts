/**
 * SlimPLM: a small proxy answers first, and what it does not know decides when and what is
 * looked up for one call of the large model (§3, Figure 1).
 */

import type { Method } from "../../runtime/run.ts";
import { runStages } from "../../stages/stages.ts";
import { promptsFor } from "../prompts.ts";
import { slimPlmInfo } from "./presets.ts";

export const slimPlm: Method = { ...slimPlmInfo, prompts: promptsFor, execute: runStages };
