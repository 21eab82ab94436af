/** A sleeping page loses only one part. */
const parts = 5;

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
