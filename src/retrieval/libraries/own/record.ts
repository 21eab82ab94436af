/** What is kept of a document, as schemas: what comes back from storage is checked. */
import * as z from "zod/mini";
import { count, epochMs, id } from "../../../log/bounds.ts";
import type { Passage } from "../../../log/types.ts";
import { type Chunk, textOfChunk } from "./chunk.ts";
import { cutReasons, documentKinds, rowProblems } from "./document.ts";

export const documentRecord = z.object({
  library: id,
  /** Made of its bytes: the same file is the same document. */
  id,
  /** The file's name. */
  name: z.string(),
  kind: z.enum(documentKinds),
  /** Of the file. */
  bytes: count,
  /** Of what is kept here: its text and places, without vectors. */
  keptBytes: count,
  pages: z.nullable(count),
  passages: count,
  /** Where the document ends here although the file goes on; `kept` characters or passages. */
  cut: z.nullable(z.object({ reason: z.enum(cutReasons), kept: count })),
  /** The first of the rows that were left out. */
  badRows: z.array(z.object({ line: count, reason: z.enum(rowProblems) })),
  badRowCount: count,
  addedEpochMs: epochMs,
  /** Vectors that are kept, and the encoder's `id@sha256` that made them. */
  learnt: z.nullable(z.object({ encoder: z.string(), passages: count, bytes: count })),
});
export type DocumentRecord = z.infer<typeof documentRecord>;

/** The text of a document and its passages, in their order. */
export const documentContent = z.object({
  /** The title of passages above which there is no heading. */
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

/** Vectors of neighbouring passages of a document: component = value × scale. */
export const vectorBatch = z.object({
  encoder: z.string(),
  /** Place of the first passage in the document, from 0. */
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
  /** The person's word that anyone may read it; without it nothing of it leaves by itself. */
  public: z.optional(z.boolean()),
});
export type LibraryRecord = z.infer<typeof libraryRecord>;

/** A library of a person's own with what is in it; documents in the order they were added. */
export interface OwnLibrary extends LibraryRecord {
  documents: readonly DocumentRecord[];
}

/** The document's passages; ids are `<document>/<place from 1>`. */
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

/** The document that a passage is of. */
export function documentOf(passageId: string): string {
  return passageId.slice(0, passageId.lastIndexOf("/"));
}
