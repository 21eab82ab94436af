/** Any combination of the stages of the four papers. */
import { runStages } from "../core/pipeline/stages.ts";
import type { Method } from "../core/run.ts";
import { composedInfo } from "./composed.presets.ts";
import { promptsFor } from "./prompts.ts";

export const composed: Method = { ...composedInfo, prompts: promptsFor, execute: runStages };
