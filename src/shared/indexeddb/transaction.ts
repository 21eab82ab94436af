interface Transaction {
  readonly done: Promise<void>;
  abort(): void;
}

/** Without this the earlier writes would be committed when `work` throws. */
export async function atomically<T extends Transaction>(
  transaction: T,
  work: (transaction: T) => Promise<void>,
): Promise<void> {
  // Rejects for every abort, also unobserved ones.
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
