/** Every method as the page lists it, without its pipeline; `registry.ts` runs them. */
import type { MethodInfo } from "../core/method.ts";
import { chainOfThoughtInfo } from "./chain-of-thought.presets.ts";
import { composedInfo } from "./composed.presets.ts";
import { coopLlmInfo } from "./coop-llm.presets.ts";
import { directRagInfo } from "./direct-rag.presets.ts";
import { flareInfo } from "./flare.presets.ts";
import { homoRouterInfo } from "./homo-router.presets.ts";
import { ircotInfo } from "./ircot.presets.ts";
import { iterRetgenInfo } from "./iter-retgen.presets.ts";
import { leastToMostInfo } from "./least-to-most.presets.ts";
import { raIsfInfo } from "./ra-isf.presets.ts";
import { replugInfo } from "./replug.presets.ts";
import { selfAskInfo } from "./self-ask.presets.ts";
import { selfEvalInfo } from "./self-eval.presets.ts";
import { skrKnnInfo } from "./skr-knn.presets.ts";
import { slimPlmInfo } from "./slim-plm.presets.ts";
import { vanillaInfo } from "./vanilla.presets.ts";

export const methodList: readonly MethodInfo[] = [
  coopLlmInfo,
  slimPlmInfo,
  raIsfInfo,
  homoRouterInfo,
  composedInfo,
  vanillaInfo,
  chainOfThoughtInfo,
  directRagInfo,
  leastToMostInfo,
  selfAskInfo,
  selfEvalInfo,
  flareInfo,
  ircotInfo,
  iterRetgenInfo,
  replugInfo,
  skrKnnInfo,
];
