/** HomoRouter: each question goes to the search tool that is worth it, then one call answers (§3). */

import type { Method } from "../../runtime/run.ts";
import { runStages } from "../../stages/stages.ts";
import { promptsFor } from "../prompts.ts";
import { homoRouterInfo } from "./presets.ts";

export const homoRouter: Method = { ...homoRouterInfo, prompts: promptsFor, execute: runStages };
