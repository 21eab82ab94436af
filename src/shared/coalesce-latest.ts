/** One call runs at a time, then only the newest waiting one. */
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
