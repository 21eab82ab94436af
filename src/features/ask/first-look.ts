/** Finds the passages nearest to a question while the language model is still loading. */
import { type Deciding, likelihoodOf, mostLikely } from "../../folds/answer-state.ts";
import type { RunSettings } from "../../log/types.ts";
import type { OpenLibrary } from "../../session/services.ts";

const searched = 8;
const unread = { span: "", relevance: 0, noAnswer: 0 };

/** The likeliest first, with the words that may answer marked; unmarked without a reader. */
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
    .map((passage, at) => likelihoodOf(passage, readings[at] ?? unread, ""))
    .sort((a, b) => b.likely - a.likely)
    .slice(0, mostLikely)
    .map(({ deciding }) => deciding);
}
