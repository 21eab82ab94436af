/** A dead worker would never answer. */
import { AppError, type ErrorCode, type ErrorData } from "../log/errors.ts";
import type { StopSignal } from "../runtime/ports.ts";
import type { LoadedModel } from "./engine.ts";

const deadly: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "worker-killed",
  "device-lost",
  "model-not-loaded",
  // The worker lives, but WebAssembly memory never shrinks.
  "out-of-memory",
]);

export function isFatal({ code }: Pick<ErrorData, "code">): boolean {
  return deadly.has(code);
}

/** After a Stop, even the slowest device answers within this time. */
const usualOverdueMs = 60_000;

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
