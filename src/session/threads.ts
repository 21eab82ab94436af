/**
 * Threads want a page that is cross-origin isolated. Where its host does not see to that, the service
 * worker does, from the first time that it loads the page.
 */
import { byPath } from "../shared/by-path.ts";

/** Whether this page came before its service worker took over, and would be isolated if it came again. */
export function getsThreadsAnew(): boolean {
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  const isControlled = (workers?.controller ?? null) !== null;
  return !globalThis.crossOriginIsolated && isControlled && !cameThroughWorker();
}

/** If it came through one and is not isolated, it will not be the next time, either. */
function cameThroughWorker(): boolean {
  const [entry] = performance.getEntriesByType("navigation");
  return entry instanceof PerformanceNavigationTiming && entry.workerStart > 0;
}

/**
 * What a hand on the page, a dictation or a screen reader sends. `navigator.userActivation` would not
 * do: a tool that runs a script in the page, as a tracer does, counts there as a person.
 */
const touches = ["pointerdown", "click", "keydown", "input", "drop"] as const;
let touched = false;

/** Called once, before there is anything to press. */
export function noticeTouches(page: EventTarget): void {
  const noticed = new AbortController();
  for (const type of touches) {
    page.addEventListener(
      type,
      ({ isTrusted }) => {
        // What a script sends is nobody's doing.
        if (!isTrusted) return;
        touched = true;
        noticed.abort();
      },
      { capture: true, passive: true, signal: noticed.signal },
    );
  }
}

const takenKey = byPath("hopwise.loaded-for-threads");

/**
 * Whether the page may be loaded again for its threads right now. True once in a tab at most, and only
 * while nobody has pressed or typed anything: else something of theirs would be lost.
 */
export function takeThreads(): boolean {
  if (touched || !getsThreadsAnew()) return false;
  try {
    if (sessionStorage.getItem(takenKey) !== null) return false;
    sessionStorage.setItem(takenKey, "yes");
    return true;
  } catch {
    // Without a note of it, the page might go on loading itself for ever.
    return false;
  }
}
