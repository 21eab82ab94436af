/** Every method as the page lists it, without its pipeline; `registry.ts` runs them. */
import type { MethodInfo } from "../core/method.ts";
import { coopLlmInfo } from "./coop-llm.presets.ts";

export const methodList: readonly MethodInfo[] = [coopLlmInfo];
