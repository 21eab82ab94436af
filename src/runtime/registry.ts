export interface Registry<Entry extends { id: string }> {
  readonly all: readonly Entry[];
  find(id: string): Entry | null;
  /** Throws RangeError if the id is taken. */
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
