/** Transactions that roll back when the callback throws. */

/** The part of idb's transactions that is needed. */
interface Transaction {
  readonly done: Promise<void>;
  abort(): void;
}

/**
 * All that `work` writes, or nothing: when it throws, the transaction is aborted. Left alone it
 * would commit what was written before the throw.
 */
export async function atomically<T extends Transaction>(
  transaction: T,
  work: (transaction: T) => Promise<void>,
): Promise<void> {
  // It rejects for every abort, also for those that nobody waits for.
  transaction.done.catch(() => undefined);
  try {
    await work(transaction);
    await transaction.done;
  } catch (thrown) {
    abort(transaction);
    throw thrown;
  }
}

/** Undoes what is not committed yet. */
export function abort(transaction: Transaction): void {
  try {
    transaction.abort();
  } catch {
    // It has ended already.
  }
}
