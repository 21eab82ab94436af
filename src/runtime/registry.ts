/** What extensions are found by: a list of objects, each with an id of its own. */

export interface Registry<Entry extends { id: string }> {
  readonly all: readonly Entry[];
  /** Null for an id that nothing has. */
  find(id: string): Entry | null;
  /** One more, at the end. Throws RangeError for an id that is taken. */
  add(entry: Entry): void;
}

export function registryOf<Entry extends { id: string }>(
  entries: readonly Entry[],
): Registry<Entry> {
  const all: Entry[] = [];
  const registry: Registry<Entry> = {
    all,
    find: (id) => all.find((entry) => entry.id === id) ?? null,
    add(entry) {
      if (registry.find(entry.id) !== null) throw new RangeError(`"${entry.id}" is there twice`);
      all.push(entry);
    },
  };
  for (const entry of entries) registry.add(entry);
  return registry;
}
