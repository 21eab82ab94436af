/** Direct RAG: M(q, P), P found by q itself (SlimPLM §4.3; RAG in RA-ISF §4.4). */

import { answerWith, close, lookUp, marksOf, rivalMethod } from "../baseline.ts";
import { directRagInfo } from "./presets.ts";

export const directRag = rivalMethod(directRagInfo, async function* (context, root) {
  const { question } = context;
  const passages = yield* lookUp(context, root, question);
  const given = yield* answerWith(context, root, question, passages);
  yield close(context, root, passages.length === 0 ? "known" : "answered", given);
  return { ...given, marks: marksOf(root, passages) };
});
