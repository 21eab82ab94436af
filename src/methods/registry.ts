/** Every method, by id. A new method is one file and one line here. */
import { AppError } from "../log/errors.ts";
import { type Method, type Run, runMethod } from "../runtime/run.ts";
import { chainOfThought } from "./baselines/chain-of-thought/chain-of-thought.ts";
import { directRag } from "./baselines/direct-rag/direct-rag.ts";
import { flare } from "./baselines/flare/flare.ts";
import { ircot } from "./baselines/ircot/ircot.ts";
import { iterRetgen } from "./baselines/iter-retgen/iter-retgen.ts";
import { leastToMost } from "./baselines/least-to-most/least-to-most.ts";
import { replug } from "./baselines/replug/replug.ts";
import { selfAsk } from "./baselines/self-ask/self-ask.ts";
import { selfEval } from "./baselines/self-eval/self-eval.ts";
import { skrKnn } from "./baselines/skr-knn/skr-knn.ts";
import { vanilla } from "./baselines/vanilla/vanilla.ts";
import { coopLlm } from "./coop-llm/coop-llm.ts";
import { composed } from "./custom/custom.ts";
import { homoRouter } from "./homo-router/homo-router.ts";
import { raIsf } from "./ra-isf/ra-isf.ts";
import { slimPlm } from "./slim-plm/slim-plm.ts";

export const methods: readonly Method[] = [
  coopLlm,
  slimPlm,
  raIsf,
  homoRouter,
  composed,
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
];

/** Throws `internal` for an id that no method has. */
export function findMethod(id: string): Method {
  const method = methods.find((candidate) => candidate.id === id);
  if (method === undefined) throw new AppError("internal", { method: id });
  return method;
}

/** Runs a question by the method its settings name. */
export const run: Run = (request, ports, signal) =>
  runMethod(findMethod(request.settings.method), request, ports, signal);
