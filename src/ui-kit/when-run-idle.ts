/** What nobody waits for keeps out of the way of a question that is being answered. */
import { isRunning, type RunStore } from "../session/run-store.ts";

/** What an answer brings (its marks, its passages, the run's keeping) is over by then. */
const restMs = 2000;

/**
 * Resolves when no question is being answered; after one only when the page has shown what came of
 * it. Beside a model, a search and a page, one more file to fetch or to keep is one too many for
 * two processors: the page's own thread then waits for its turn.
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
