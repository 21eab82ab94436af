/**
 * Threads need cross-origin isolation. If the host sends no headers, the service worker adds them.
 */
import { byPath } from "../shared/by-path.ts";

/** True if the page loaded before its service worker, so that a reload would isolate it. */
export function getsThreadsAnew(): boolean {
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  const isControlled = (workers?.controller ?? null) !== null;
  return !globalThis.crossOriginIsolated && isControlled && !cameThroughWorker();
}

function cameThroughWorker(): boolean {
  const [entry] = performance.getEntriesByType("navigation");
  return entry instanceof PerformanceNavigationTiming && entry.workerStart > 0;
}

/** `navigator.userActivation` also counts a tool that runs a script in the page. */
const touches = ["pointerdown", "click", "keydown", "input", "drop"] as const;
let touched = false;

/** Call once, before there is anything to press. */
export function noticeTouches(page: EventTarget): void {
  const noticed = new AbortController();
  for (const type of touches) {
    page.addEventListener(
      type,
      ({ isTrusted }) => {
        // Scripts make untrusted events.
        if (!isTrusted) return;
        touched = true;
        noticed.abort();
      },
      { capture: true, passive: true, signal: noticed.signal },
    );
  }
}

const takenKey = byPath("hopwise.loaded-for-threads");

/** True at most once per tab, before the user pressed or typed: a reload could lose input. */
export function takeThreads(): boolean {
  if (touched || !getsThreadsAnew()) return false;
  try {
    if (sessionStorage.getItem(takenKey) !== null) return false;
    sessionStorage.setItem(takenKey, "yes");
    return true;
  } catch {
    // Without a stored mark the page could reload forever.
    return false;
  }
}
