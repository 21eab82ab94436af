/** Hashes tie a prebuilt library's files together. */
import * as z from "zod/mini";
import { visibility } from "../../log/types.ts";

/** The names against which a question's spelling is checked; `entries` are titles of entries. */
const libraryNames = z.object({ entries: z.array(z.string()), others: z.array(z.string()) });
export type LibraryNames = z.infer<typeof libraryNames>;
export const noNames: LibraryNames = { entries: [], others: [] };

export const libraryManifest = z.object({
  id: z.string(),
  title: z.string(),
  edition: z.string(),
  passages: z.int(),
  visibility,
  /** Pairs of today's name and the library's name. */
  aliases: z.array(z.tuple([z.string(), z.string()])),
  names: z.optional(libraryNames),
  /** The library's terms for numbers and dates. */
  quantities: z.array(z.string()),
  /** Hybrid search ranks passages with the query's names first; only if measured to help. */
  namesFirst: z.optional(z.boolean()),
  /** Hash of `passages.jsonl`. */
  sha256: z.string(),
});
export type LibraryManifest = z.infer<typeof libraryManifest>;

/** Today's names count, too. */
export function namesIn({ names, aliases }: LibraryManifest): LibraryNames {
  if (names === undefined) return noNames;
  return { ...names, entries: [...names.entries, ...aliases.map(([today]) => today)] };
}

/** `vectors.json`; `vectors.i8.bin` holds the bytes, row by row. */
export const vectorsManifest = z.object({
  /** The passages and the encoder that the vectors were computed from. */
  passagesSha256: z.string(),
  encoder: z.object({ id: z.string(), sha256: z.string() }),
  count: z.int(),
  dimensions: z.int(),
  /** Component = byte × scale. */
  scale: z.number(),
  /** Hash of `vectors.i8.bin`. */
  sha256: z.string(),
});
export type VectorsManifest = z.infer<typeof vectorsManifest>;
