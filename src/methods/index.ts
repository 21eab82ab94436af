/**
 * Listed in page order. Panel, prompts, notes, lab, command line and help are built from this list.
 */
import { AppError } from "../log/errors.ts";
import type { MethodInfo } from "../runtime/method.ts";
import { registryOf } from "../runtime/registry.ts";
import { chainOfThought } from "./baselines/chain-of-thought/index.ts";
import { directRag } from "./baselines/direct-rag/index.ts";
import { flare } from "./baselines/flare/index.ts";
import { ircot } from "./baselines/ircot/index.ts";
import { iterRetgen } from "./baselines/iter-retgen/index.ts";
import { leastToMost } from "./baselines/least-to-most/index.ts";
import { replug } from "./baselines/replug/index.ts";
import { selfAsk } from "./baselines/self-ask/index.ts";
import { selfEval } from "./baselines/self-eval/index.ts";
import { skrKnn } from "./baselines/skr-knn/index.ts";
import { vanilla } from "./baselines/vanilla/index.ts";
import { coopLlm } from "./coop-llm/index.ts";
import { customPipeline } from "./custom/index.ts";
import { homoRouter } from "./homo-router/index.ts";
import { raIsf } from "./ra-isf/index.ts";
import { slimPlm } from "./slim-plm/index.ts";

export const methods = registryOf<MethodInfo>([
  coopLlm,
  slimPlm,
  raIsf,
  homoRouter,
  customPipeline,
  vanilla,
  chainOfThought,
  directRag,
  leastToMost,
  selfAsk,
  selfEval,
  flare,
  ircot,
  iterRetgen,
  replug,
  skrKnn,
]);

/** The method of a first visit. */
export const firstMethod: MethodInfo = coopLlm;

export function findMethod(id: string): MethodInfo {
  const method = methods.find(id);
  if (method === null) throw new AppError("internal", { method: id });
  return method;
}
