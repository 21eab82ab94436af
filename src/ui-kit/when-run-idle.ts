/** Keeps background work out of the way of a question that is being answered. */
import { isRunning, type RunStore } from "../session/run-store.ts";

/** Enough time for an answer's follow-up work (marks, passages, storing the run). */
const restMs = 2000;

/**
 * Resolves when no question is being answered; after one, only when the page has shown its result.
 * With a model, a search and a page at work, one more fetch or write is too much for two cores: it
 * would delay the main thread.
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
