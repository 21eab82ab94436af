/** What lies beside a prebuilt library's passages, and how the two are proved to fit. */
import * as z from "zod/mini";
import { visibility } from "../../log/types.ts";

/** `library.json`, written by the build together with `passages.jsonl`. */
export const libraryManifest = z.object({
  id: z.string(),
  title: z.string(),
  edition: z.string(),
  passages: z.int(),
  visibility,
  /** Places by today's names and those that the library has. */
  aliases: z.array(z.tuple([z.string(), z.string()])),
  /** What its entries call numbers and dates. */
  quantities: z.array(z.string()),
  /** Whether search by both puts first what holds the query's names: only where that was measured to help. */
  namesFirst: z.optional(z.boolean()),
  /** SHA-256 of `passages.jsonl`. */
  sha256: z.string(),
});
export type LibraryManifest = z.infer<typeof libraryManifest>;

/** `vectors.json`, written when the vectors are computed; `vectors.i8.bin` holds their bytes, row by row. */
export const vectorsManifest = z.object({
  /** The passages and the encoder these vectors were computed from. */
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
