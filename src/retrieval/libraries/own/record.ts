import * as z from "zod/mini";
import { count, epochMs, id } from "../../../log/bounds.ts";
import type { Passage } from "../../../log/types.ts";
import { type Chunk, textOfChunk } from "./chunk.ts";
import { cutReasons, documentKinds, rowProblems } from "./document.ts";

export const documentRecord = z.object({
  library: id,
  /** Content hash. */
  id,
  name: z.string(),
  kind: z.enum(documentKinds),
  bytes: count,
  /** Size of text and locations, without vectors. */
  keptBytes: count,
  pages: z.nullable(count),
  passages: count,
  /** Null if nothing was cut; `kept` counts characters or passages. */
  cut: z.nullable(z.object({ reason: z.enum(cutReasons), kept: count })),
  /** Only the first ones; `badRowCount` counts all. */
  badRows: z.array(z.object({ line: count, reason: z.enum(rowProblems) })),
  badRowCount: count,
  addedEpochMs: epochMs,
  /** Stored vectors, and the `id@sha256` of their encoder. */
  learnt: z.nullable(z.object({ encoder: z.string(), passages: count, bytes: count })),
});
export type DocumentRecord = z.infer<typeof documentRecord>;

export const documentContent = z.object({
  /** Titles passages without a heading. */
  title: z.string(),
  text: z.string(),
  chunks: z.array(
    z.object({
      from: z.int(),
      body: z.int(),
      to: z.int(),
      headings: z.array(z.string()),
      page: z.nullable(z.int()),
      lastPage: z.nullable(z.int()),
      row: z.nullable(z.int()),
    }),
  ),
});
export type DocumentContent = z.infer<typeof documentContent>;

/** Vectors of consecutive passages: component = value × scale. */
export const vectorBatch = z.object({
  encoder: z.string(),
  /** Position of the first passage, from 0. */
  from: z.int(),
  count: z.int(),
  dimensions: z.int(),
  scale: z.number(),
  values: z.instanceof(Int8Array),
});
export type VectorBatch = z.infer<typeof vectorBatch>;

export const libraryRecord = z.object({
  id: z.string(),
  title: z.string(),
  createdEpochMs: epochMs,
  /** The person declared it public; otherwise its contents stay private. */
  public: z.optional(z.boolean()),
});
export type LibraryRecord = z.infer<typeof libraryRecord>;

/** Documents are in the order they were added. */
export interface OwnLibrary extends LibraryRecord {
  documents: readonly DocumentRecord[];
}

/** Ids are `<document>/<position from 1>`. */
export function passagesOf(
  { id, name }: Pick<DocumentRecord, "id" | "name">,
  { title, text, chunks }: DocumentContent,
): Passage[] {
  return chunks.map((chunk, index) => ({
    id: `${id}/${index + 1}`,
    title: chunk.headings.length === 0 ? title : chunk.headings.join(" › "),
    text: textOfChunk(text, chunk),
    place: placeOf(name, chunk),
  }));
}

function placeOf(
  document: string,
  { from, to, page, lastPage, row }: Chunk,
): NonNullable<Passage["place"]> {
  return {
    document,
    ...(page === null ? {} : { page }),
    ...(lastPage === null || lastPage === page ? {} : { lastPage }),
    ...(row === null ? {} : { row }),
    from,
    to,
  };
}

export function documentOf(passageId: string): string {
  return passageId.slice(0, passageId.lastIndexOf("/"));
}
