/** Calls that follow a slider: one at a time, and of those that wait only the newest is made. */
export function coalesceLatest<T>(
  work: (request: T) => Promise<void>,
): (request: T) => Promise<void> {
  let waiting: { request: T } | null = null;
  let running: Promise<void> | null = null;

  async function drain(): Promise<void> {
    for (;;) {
      const next = waiting;
      if (next === null) return;
      waiting = null;
      await work(next.request);
    }
  }

  return (request) => {
    waiting = { request };
    running ??= drain().finally(() => {
      running = null;
    });
    return running;
  };
}
