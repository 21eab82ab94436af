/** Keeps background work away from a question being answered. */
import { isRunning, type RunStore } from "../session/run-store.ts";

/** Leaves time for marks, passages and storing. */
const restMs = 2000;

/**
 * Resolves when no question is being answered and the last result is on the page: one more fetch or
 * write would delay the main thread.
 */
export async function whenRunIdle(run: RunStore): Promise<void> {
  while (isRunning(run.getState())) {
    await ended(run);
    await new Promise((resolve) => setTimeout(resolve, restMs));
  }
}

function ended(run: RunStore): Promise<void> {
  return new Promise((resolve) => {
    const stop = run.subscribe((state) => {
      if (isRunning(state)) return;
      stop();
      resolve();
    });
  });
}
