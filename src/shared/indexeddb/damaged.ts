/** Rows that cannot be read: passed over where they would be shown, but counted, and to be deleted. */

interface Rows {
  getAll(): Promise<unknown[]>;
  getAllKeys(): Promise<unknown[]>;
}

/** The keys of the rows of which `read` makes nothing. */
export async function unreadable(rows: Rows, read: (value: unknown) => unknown): Promise<string[]> {
  const [values, keys] = await Promise.all([rows.getAll(), rows.getAllKeys()]);
  return keys.flatMap((key, place) =>
    typeof key === "string" && read(values[place]) === null ? [key] : [],
  );
}
