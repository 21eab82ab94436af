import { type Run, runMethod } from "../runtime/run.ts";
import { findMethod, methods } from "./index.ts";

export const run: Run = async function* (request, ports, signal) {
  const method = findMethod(request.settings.method);
  yield* runMethod({ ...method, ...(await method.load()) }, request, ports, signal);
};

export async function loadMethods(): Promise<void> {
  await Promise.all(methods.all.map((method) => method.load()));
}
