/** Transactions that roll back when the callback throws. */

interface Transaction {
  readonly done: Promise<void>;
  abort(): void;
}

/**
 * Commits all of `work`'s writes or none: aborts if it throws. By default the earlier writes would
 * be committed.
 */
export async function atomically<T extends Transaction>(
  transaction: T,
  work: (transaction: T) => Promise<void>,
): Promise<void> {
  // Rejects for every abort, also for unobserved ones.
  transaction.done.catch(() => undefined);
  try {
    await work(transaction);
    await transaction.done;
  } catch (thrown) {
    abort(transaction);
    throw thrown;
  }
}

export function abort(transaction: Transaction): void {
  try {
    transaction.abort();
  } catch {
    // Already finished.
  }
}
