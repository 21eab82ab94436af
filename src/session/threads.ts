/**
 * Threads need a cross-origin isolated page. If the host sends no headers, the service worker adds
 * them, from the first time it serves the page.
 */
import { byPath } from "../shared/by-path.ts";

/** True if this page loaded before its service worker took over and a reload would isolate it. */
export function getsThreadsAnew(): boolean {
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  const isControlled = (workers?.controller ?? null) !== null;
  return !globalThis.crossOriginIsolated && isControlled && !cameThroughWorker();
}

/** If it came through the worker and is not isolated, a reload would not help. */
function cameThroughWorker(): boolean {
  const [entry] = performance.getEntriesByType("navigation");
  return entry instanceof PerformanceNavigationTiming && entry.workerStart > 0;
}

/**
 * Events of a pointer, keyboard, dictation or screen reader. `navigator.userActivation` would not
 * do: it also counts a tool that runs a script in the page, e.g. a tracer.
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
        // Ignore script-made events.
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
 * Whether the page may reload now to get threads. True at most once per tab, and only before the
 * user has pressed or typed anything: a reload could lose their input.
 */
export function takeThreads(): boolean {
  if (touched || !getsThreadsAnew()) return false;
  try {
    if (sessionStorage.getItem(takenKey) !== null) return false;
    sessionStorage.setItem(takenKey, "yes");
    return true;
  } catch {
    // Without a stored mark, the page could reload forever.
    return false;
  }
}
