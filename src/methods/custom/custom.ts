/** Any combination of the stages of the four papers. */

import type { Method } from "../../runtime/run.ts";
import { runStages } from "../../stages/stages.ts";
import { promptsFor } from "../prompts.ts";
import { composedInfo } from "./presets.ts";

export const composed: Method = { ...composedInfo, prompts: promptsFor, execute: runStages };
