/** HomoRouter: each question goes to the search tool that is worth it, then one call answers (§3). */
import { runStages } from "../core/pipeline/stages.ts";
import type { Method } from "../core/run.ts";
import { homoRouterInfo } from "./homo-router.presets.ts";
import { promptsFor } from "./prompts.ts";

export const homoRouter: Method = { ...homoRouterInfo, prompts: promptsFor, execute: runStages };
