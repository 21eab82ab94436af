/** Text stays fast enough to read; each piece is a log event and a redraw. */
const everyMs = 100;

/**
 * Emits the first piece at once, then in intervals, and pending text before the end or error. A
 * consumer that leaves does not wait for the source, which must be ended by other means.
 */
export async function* batchDeltas(
  source: AsyncGenerator<string, void, undefined>,
): AsyncGenerator<string, void, undefined> {
  let held = "";
  let pending: Promise<IteratorResult<string, void>> | null = null;
  let due: Promise<null> = Promise.resolve(null);
  try {
    for (;;) {
      pending ??= source.next();
      // The timer comes first, so that a busy source cannot hold text back for ever.
      const next = held === "" ? await pending : await Promise.race([due, pending]);
      if (next === null) {
        const text = held;
        held = "";
        due = after(everyMs);
        yield text;
        continue;
      }
      pending = null;
      if (next.done === true) break;
      held += next.value;
    }
  } catch (thrown) {
    if (held !== "") yield held;
    throw thrown;
  } finally {
    pending?.catch(() => {});
    source.return().catch(() => {});
  }
  if (held !== "") yield held;
}

function after(milliseconds: number): Promise<null> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(null), milliseconds);
  });
}
