/** Every method, by id. A new method is one file and one line here. */
import { AppError } from "../core/errors.ts";
import { type Method, type Run, runMethod } from "../core/run.ts";
import { coopLlm } from "./coop-llm.ts";

export const methods: readonly Method[] = [coopLlm];

/** Throws `internal` for an id that no method has. */
export function findMethod(id: string): Method {
  const method = methods.find((candidate) => candidate.id === id);
  if (method === undefined) throw new AppError("internal", { method: id });
  return method;
}

/** Runs a question by the method its settings name. */
export const run: Run = (request, ports, signal) =>
  runMethod(findMethod(request.settings.method), request, ports, signal);
