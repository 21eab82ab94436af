/** What the library alone has for a question, before the language model has loaded. */
import { type Deciding, spanIn } from "../../folds/answer-state.ts";
import type { RunSettings } from "../../log/types.ts";
import type { OpenLibrary } from "../../session/services.ts";

const searched = 8;
const shown = 3;

/** The likeliest passages, with the words that may answer marked; unmarked without a reader. */
export async function firstLook(
  question: string,
  { retriever, reader }: Pick<OpenLibrary, "retriever" | "reader">,
  { mode, rrfK, bm25 }: RunSettings["retrieval"],
  signal: AbortSignal,
): Promise<readonly Deciding[]> {
  const query = { text: question, mode, k: searched, rrfK, bm25 };
  const { passages } = await retriever.retrieve(query, signal);
  const texts = passages.map(({ text }) => text);
  const readings = (await reader?.read(question, texts, signal)) ?? [];
  return passages
    .map((passage, at) => {
      const { relevance = 0, noAnswer = 0, span = "", spans = [] } = readings[at] ?? {};
      const words = span === "" ? (spans[0]?.text ?? "") : span;
      return { likely: relevance * (1 - noAnswer), deciding: spanIn(passage, words, "") };
    })
    .sort((a, b) => b.likely - a.likely)
    .slice(0, shown)
    .map(({ deciding }) => deciding);
}
