/** Direct RAG: M(q, P), with P retrieved by q itself (SlimPLM §4.3, RA-ISF §4.4). */

import type { Context, Steps } from "../../../runtime/context.ts";
import type { Conclusion } from "../../../stages/answer-event.ts";
import {
  answerWith,
  baselineParts,
  closeWithAnswer,
  lookUp,
  marksOf,
  searchPrompts,
} from "../baseline.ts";

export const parts = baselineParts({
  solve,
  listed: searchPrompts,
  choices: [
    "How many passages the prompt holds is not told for this rival: here five, as in RA-ISF's own examples.",
    "Where nothing at all is found, the model answers from memory.",
    "A small model's answer is read off the passages by the encoder, one passage at a time, unless the reader is set to the model.",
  ],
});

async function* solve(context: Context, root: string): Steps<Conclusion> {
  const { question } = context;
  const passages = yield* lookUp(context, root, question);
  const found = yield* answerWith(context, root, question, passages);
  const verdict = passages.length === 0 ? "known" : "answered";
  const given = yield* closeWithAnswer(context, root, verdict, found);
  return { ...given, marks: marksOf(root, passages) };
}
