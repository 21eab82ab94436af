/** The hashes tie a prebuilt library's files together. */
import * as z from "zod/mini";
import { visibility } from "../../log/types.ts";

/** `library.json`. */
export const libraryManifest = z.object({
  id: z.string(),
  title: z.string(),
  edition: z.string(),
  passages: z.int(),
  visibility,
  /** Today's name, the library's name. */
  aliases: z.array(z.tuple([z.string(), z.string()])),
  /** Names whose spelling a question is checked by; `entries` have an entry of their own. */
  names: z.optional(z.object({ entries: z.array(z.string()), others: z.array(z.string()) })),
  /** The library's terms for numbers and dates. */
  quantities: z.array(z.string()),
  /** Hybrid search ranks passages with the query's names first; only if measured to help. */
  namesFirst: z.optional(z.boolean()),
  /** `passages.jsonl`. */
  sha256: z.string(),
});
export type LibraryManifest = z.infer<typeof libraryManifest>;

/** `vectors.json`; `vectors.i8.bin` holds the bytes, row by row. */
export const vectorsManifest = z.object({
  /** The vectors were computed from these. */
  passagesSha256: z.string(),
  encoder: z.object({ id: z.string(), sha256: z.string() }),
  count: z.int(),
  dimensions: z.int(),
  /** Component = byte × scale. */
  scale: z.number(),
  /** `vectors.i8.bin`. */
  sha256: z.string(),
});
export type VectorsManifest = z.infer<typeof vectorsManifest>;
