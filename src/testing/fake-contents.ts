/** FAKE contents, without a worker. */
import type { Alias } from "../language/names.ts";
import type { Passage } from "../log/types.ts";
import { contentsOf } from "../retrieval/libraries/contents/contents.ts";
import type { LibraryReading } from "../session/services.ts";

export function fakeReading(
  passages: readonly Passage[],
  aliases: readonly Alias[] = [],
): LibraryReading {
  const contents = contentsOf(passages, aliases);
  return {
    open: async () => ({
      edition: "a fake edition",
      entries: contents.entries,
      find: async (at) => contents.find(at),
      texts: async (ids) => passages.filter(({ id }) => ids.includes(id)),
      close: () => undefined,
    }),
    names: async () => ({ entries: contents.entries.map(({ title }) => title), others: [] }),
    aliases: async () => aliases.map(([other, own]): [string, string] => [other, own]),
  };
}
