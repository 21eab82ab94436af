/** A question's own paragraphs as a library, as in the evaluation of HotpotQA and similar sets. */
import * as z from "zod/mini";
import type { Embedder, LibraryRef } from "../../runtime/ports.ts";
import { type ComputedLibrary, openPassages } from "./corpus-library.ts";

/** The part of a data row used for a context library. */
export const contextRow = z.object({
  id: z.string(),
  context: z.array(z.object({ title: z.string(), sentences: z.array(z.string()) })),
});
export type ContextRow = z.infer<typeof contextRow>;

/**
 * The row's paragraphs, whole and in order, with ids `<row>/<position>`. For dense or hybrid search
 * call `computeVectors` first.
 */
export function contextLibrary(
  row: ContextRow,
  encoder: Embedder | null,
): Promise<ComputedLibrary> {
  const passages = row.context.map(({ title, sentences }, index) => ({
    id: `${row.id}/${index + 1}`,
    title,
    text: sentences.map((sentence) => sentence.trim()).join(" "),
  }));
  const library: LibraryRef = {
    id: `context:${row.id}`,
    title: "The question's own paragraphs",
    edition: row.id,
    passages: passages.length,
    visibility: "public",
    question: row.id,
  };
  return openPassages(library, passages, encoder);
}
