/** A killed worker cannot report its end, so it holds a lock, for which its page waits. */
import * as Comlink from "comlink";
import { allowOwnScripts } from "../own-scripts.ts";

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

/** Undefined over plain http. */
function locks(): LockManager | undefined {
  return globalThis.navigator?.locks;
}

const serving = Symbol.for("hopwise.serving");

/**
 * Only the first `serve` counts: WebKit runs an entry file again if a later file imports from it,
 * and two would answer.
 */
export function serve(api: object): void {
  if (Reflect.has(globalThis, serving)) return;
  Reflect.set(globalThis, serving, true);
  // A runtime's threads are workers started here.
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
