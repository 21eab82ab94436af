/** Every method as the page lists it, without its pipeline; `registry.ts` runs them. */
import type { MethodInfo } from "../runtime/method.ts";
import { chainOfThoughtInfo } from "./baselines/chain-of-thought/presets.ts";
import { directRagInfo } from "./baselines/direct-rag/presets.ts";
import { flareInfo } from "./baselines/flare/presets.ts";
import { ircotInfo } from "./baselines/ircot/presets.ts";
import { iterRetgenInfo } from "./baselines/iter-retgen/presets.ts";
import { leastToMostInfo } from "./baselines/least-to-most/presets.ts";
import { replugInfo } from "./baselines/replug/presets.ts";
import { selfAskInfo } from "./baselines/self-ask/presets.ts";
import { selfEvalInfo } from "./baselines/self-eval/presets.ts";
import { skrKnnInfo } from "./baselines/skr-knn/presets.ts";
import { vanillaInfo } from "./baselines/vanilla/presets.ts";
import { coopLlmInfo } from "./coop-llm/presets.ts";
import { composedInfo } from "./custom/presets.ts";
import { homoRouterInfo } from "./homo-router/presets.ts";
import { raIsfInfo } from "./ra-isf/presets.ts";
import { slimPlmInfo } from "./slim-plm/presets.ts";

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
