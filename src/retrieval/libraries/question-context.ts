/** A question's own paragraphs as a library, as in HotpotQA's evaluation. */
import * as z from "zod/mini";
import type { Embedder, LibraryRef } from "../../runtime/ports.ts";
import { type ComputedLibrary, openPassages } from "./corpus-library.ts";

export const contextRow = z.object({
  id: z.string(),
  context: z.array(z.object({ title: z.string(), sentences: z.array(z.string()) })),
});
export type ContextRow = z.infer<typeof contextRow>;

/** Ids are `<row>/<position>`. For dense or hybrid search call `computeVectors` first. */
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
