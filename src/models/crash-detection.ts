/** A loaded model whose end is noticed: a dead worker answers nothing any more. */
import { AppError, type ErrorCode, type ErrorData } from "../log/errors.ts";
import type { StopSignal } from "../runtime/ports.ts";
import type { LoadedModel } from "./engine.ts";

const deadly: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "worker-killed",
  "device-lost",
  "model-not-loaded",
  // It lives, but the memory of WebAssembly never shrinks: only a new worker has room again.
  "out-of-memory",
]);

/** After such an error its worker is gone or of no use, and what it held must be loaded anew. */
export function isFatal({ code }: Pick<ErrorData, "code">): boolean {
  return deadly.has(code);
}

/** Milliseconds after a Stop in which a worker that lives has answered, on the slowest of devices. */
const usualOverdueMs = 60_000;

/** The same model; tells when a call found its worker gone, or long after a Stop still no answer. */
export function withCrashDetection(
  model: LoadedModel,
  onDeath: (error: ErrorData) => void,
  overdueMs = usualOverdueMs,
): LoadedModel {
  return {
    ref: model.ref,
    device: model.device,
    unload: () => model.unload(),
    async *generate(request, signal) {
      const overdue = () => onDeath(new AppError("worker-killed").toData());
      const rest = afterStop(signal, overdueMs, overdue);
      try {
        yield* model.generate(request, signal);
      } catch (thrown) {
        if (thrown instanceof AppError && isFatal(thrown)) onDeath(thrown.toData());
        throw thrown;
      } finally {
        rest();
      }
    },
  };
}

/** Calls back so long after the signal aborted; returns what calls that off. */
function afterStop(signal: StopSignal, ms: number, work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const begin = () => {
    timer = setTimeout(work, ms);
  };
  if (signal.aborted) begin();
  else signal.addEventListener("abort", begin);
  return () => {
    clearTimeout(timer);
    signal.removeEventListener("abort", begin);
  };
}
