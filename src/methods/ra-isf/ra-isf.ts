/**
 * RA-ISF: a question that is not known, and that no passage answers, is split and its
 * parts are answered likewise (§3.3, Algorithm 1).
 */

import type { Method } from "../../runtime/run.ts";
import { runStages } from "../../stages/stages.ts";
import { promptsFor } from "../prompts.ts";
import { raIsfInfo } from "./presets.ts";

export const raIsf: Method = { ...raIsfInfo, prompts: promptsFor, execute: runStages };
