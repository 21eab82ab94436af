/** Every method, by id. A new method is one file and one line here. */
import { AppError } from "../core/errors.ts";
import { type Method, type Run, runMethod } from "../core/run.ts";
import { chainOfThought } from "./chain-of-thought.ts";
import { composed } from "./composed.ts";
import { coopLlm } from "./coop-llm.ts";
import { directRag } from "./direct-rag.ts";
import { flare } from "./flare.ts";
import { homoRouter } from "./homo-router.ts";
import { ircot } from "./ircot.ts";
import { iterRetgen } from "./iter-retgen.ts";
import { leastToMost } from "./least-to-most.ts";
import { raIsf } from "./ra-isf.ts";
import { replug } from "./replug.ts";
import { selfAsk } from "./self-ask.ts";
import { selfEval } from "./self-eval.ts";
import { skrKnn } from "./skr-knn.ts";
import { slimPlm } from "./slim-plm.ts";
import { vanilla } from "./vanilla.ts";

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
