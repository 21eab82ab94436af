/**
 * A worker that fails reports it; one that was killed from outside cannot. So each worker holds a
 * lock until it ends, however it ends, and its page waits for that lock.
 */
import * as Comlink from "comlink";
import { allowOwnScripts } from "../own-scripts.ts";

/** What a worker says once it holds its lock. */
interface LivenessMessage {
  lifeline: string;
}

function isLifeline(data: unknown): data is LivenessMessage {
  return (
    typeof data === "object" &&
    data !== null &&
    "lifeline" in data &&
    typeof data.lifeline === "string"
  );
}

/** Absent where the page came by plain http. */
function locks(): LockManager | undefined {
  return globalThis.navigator?.locks;
}

const serving = Symbol.for("hopwise.serving");

/**
 * Worker side: answers the page's calls, and is seen to live. The first to serve stays: WebKit runs a
 * worker's first file once more where a later one imports from it, and two would answer each call.
 */
export function serve(api: object): void {
  if (Reflect.has(globalThis, serving)) return;
  Reflect.set(globalThis, serving, true);
  // A runtime's threads are workers that this one starts.
  allowOwnScripts();
  Comlink.expose(api);
  const manager = locks();
  if (manager === undefined) return;
  const lifeline = `alive-${crypto.randomUUID()}`;
  void manager.request(lifeline, () => {
    globalThis.postMessage({ lifeline } satisfies LivenessMessage);
    return new Promise(() => {});
  });
}

/** Page side: calls `onEnd` when the worker is no more. Returns what stops listening for it. */
export function onWorkerDeath(worker: Comlink.Endpoint, onEnd: () => void): () => void {
  function hear(event: Event): void {
    if (!(event instanceof MessageEvent) || !isLifeline(event.data)) return;
    stop();
    void locks()?.request(event.data.lifeline, onEnd);
  }
  const stop = () => worker.removeEventListener("message", hear);
  worker.addEventListener("message", hear);
  return stop;
}
