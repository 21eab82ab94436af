/** A store or a worker may never answer. */
import { AppError } from "../log/errors.ts";
import type { RunEvent } from "../log/events.ts";

/** Rejects with `stopped` at once on abort. Null: not stoppable. */
export function untilStopped<T>(promise: Promise<T>, signal: AbortSignal | null): Promise<T> {
  if (signal === null) return promise;
  return new Promise((resolve, reject) => {
    const stop = () => reject(new AppError("stopped"));
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

/** A stopped run has this long for its last events. */
const usualGraceMs = 2_000;

/**
 * Adds a `run-end` to a stopped run that does not finish in time. Throws `stopped` if it had not
 * begun.
 */
export async function* endedWhenStopped(
  run: AsyncIterable<RunEvent>,
  signal: AbortSignal,
  graceMs = usualGraceMs,
): AsyncGenerator<RunEvent, void, undefined> {
  const events = run[Symbol.asyncIterator]();
  const overdue = afterStop(signal, graceMs);
  let last: RunEvent | null = null;
  try {
    for (;;) {
      const next = await Promise.race([events.next(), overdue.promise]);
      if (next === null) break;
      if (next.done === true) return;
      last = next.value;
      yield next.value;
    }
  } finally {
    overdue.cancel();
    // Closing the generator settles a call's cost.
    void events.return?.().catch(() => undefined);
  }
  const error = new AppError("stopped");
  if (last === null) throw error;
  const { seq, atMs } = last;
  yield { seq: seq + 1, atMs, type: "run-end", outcome: "stopped", error: error.toData() };
}

function afterStop(signal: AbortSignal, graceMs: number) {
  let cancel = () => {};
  const promise = new Promise<null>((resolve) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const begin = () => {
      timer = setTimeout(() => resolve(null), graceMs);
    };
    cancel = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", begin);
    };
    if (signal.aborted) begin();
    else signal.addEventListener("abort", begin, { once: true });
  });
  return { promise, cancel: () => cancel() };
}
