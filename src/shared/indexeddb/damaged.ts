/** Unreadable rows are hidden, but counted and deletable. */

interface Rows {
  getAll(): Promise<unknown[]>;
  getAllKeys(): Promise<unknown[]>;
}

export async function unreadable(rows: Rows, read: (value: unknown) => unknown): Promise<string[]> {
  const [values, keys] = await Promise.all([rows.getAll(), rows.getAllKeys()]);
  return keys.flatMap((key, place) =>
    typeof key === "string" && read(values[place]) === null ? [key] : [],
  );
}
