/** A loaded model whose end is noticed: a dead worker answers nothing any more. */
import { AppError, type ErrorCode, type ErrorData } from "../core/errors.ts";
import type { LoadedModel } from "../engines/engine.ts";

const deadly: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "worker-killed",
  "device-lost",
  "model-not-loaded",
  // It lives, but the memory of WebAssembly never shrinks: only a new worker has room again.
  "out-of-memory",
]);

/** After such an error its worker is gone or of no use, and what it held must be loaded anew. */
export function isDeadly({ code }: Pick<ErrorData, "code">): boolean {
  return deadly.has(code);
}

/** The same model; tells when a call found its worker gone. */
export function mortal(model: LoadedModel, onDeath: (error: ErrorData) => void): LoadedModel {
  return {
    ref: model.ref,
    device: model.device,
    unload: () => model.unload(),
    async *generate(request, signal) {
      try {
        yield* model.generate(request, signal);
      } catch (thrown) {
        if (thrown instanceof AppError && isDeadly(thrown)) onDeath(thrown.toData());
        throw thrown;
      }
    },
  };
}
