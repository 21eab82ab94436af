/** A wait with an end, for what may never answer. */

/** A limit is waited for in so many parts: a page that slept through one has lost only that one. */
const parts = 5;

/**
 * The promise's outcome, or a rejection with what `late` makes when it has not settled within
 * `limitMs` milliseconds.
 */
export function within<T>(promise: Promise<T>, limitMs: number, late: () => Error): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    let remaining = parts;
    let timer = setTimeout(tick, limitMs / parts);
    function tick(): void {
      remaining -= 1;
      if (remaining === 0) reject(late());
      else timer = setTimeout(tick, limitMs / parts);
    }
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
