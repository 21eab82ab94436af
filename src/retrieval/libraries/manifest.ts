/** The manifests of a prebuilt library, with the hashes that tie its files together. */
import * as z from "zod/mini";
import { visibility } from "../../log/types.ts";

/** `library.json`, built together with `passages.jsonl`. */
export const libraryManifest = z.object({
  id: z.string(),
  title: z.string(),
  edition: z.string(),
  passages: z.int(),
  visibility,
  /** Today's names of places, with the library's. */
  aliases: z.array(z.tuple([z.string(), z.string()])),
  /** Names whose spelling a question is checked by; `entries` have an entry of their own. */
  names: z.optional(z.object({ entries: z.array(z.string()), others: z.array(z.string()) })),
  /** The library's terms for numbers and dates. */
  quantities: z.array(z.string()),
  /**
   * Whether hybrid search ranks passages with the query's names first; only if measured to help.
   */
  namesFirst: z.optional(z.boolean()),
  /** SHA-256 of `passages.jsonl`. */
  sha256: z.string(),
});
export type LibraryManifest = z.infer<typeof libraryManifest>;

/** `vectors.json`, written with the vectors; `vectors.i8.bin` holds their bytes, row by row. */
export const vectorsManifest = z.object({
  /** The passages and the encoder the vectors were computed from. */
  passagesSha256: z.string(),
  encoder: z.object({ id: z.string(), sha256: z.string() }),
  count: z.int(),
  dimensions: z.int(),
  /** Component = byte × scale. */
  scale: z.number(),
  /** SHA-256 of `vectors.i8.bin`. */
  sha256: z.string(),
});
export type VectorsManifest = z.infer<typeof vectorsManifest>;
