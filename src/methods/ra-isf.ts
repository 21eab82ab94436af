/**
 * RA-ISF: a question that is not known, and that no passage answers, is split and its
 * parts are answered likewise (§3.3, Algorithm 1).
 */
import { runStages } from "../core/pipeline/stages.ts";
import type { Method } from "../core/run.ts";
import { promptsFor } from "./prompts.ts";
import { raIsfInfo } from "./ra-isf.presets.ts";

export const raIsf: Method = { ...raIsfInfo, prompts: promptsFor, execute: runStages };
