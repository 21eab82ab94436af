/** Vanilla: M(q), from memory (SlimPLM §4.3, RA-ISF §4.4). */

import type { Context, Steps } from "../../../runtime/context.ts";
import { asks } from "../../../runtime/uses.ts";
import { answerClosedBook } from "../../../stages/answer.ts";
import type { Conclusion } from "../../../stages/answer-event.ts";
import { promptsOf } from "../../pipeline-prompts.ts";
import { askOf, baselineParts, close } from "../baseline.ts";

export const parts = baselineParts({
  solve,
  listed: promptsOf(() => [asks("solve", "answerByHeart")]),
  choices: [
    "SlimPLM gives the bare question, RA-ISF asks for an answer without explanation: here a large model is asked for a bare answer and may add to it, a small one writes only the answer.",
    "A trained small model is asked by its skill for answers from memory.",
  ],
});

async function* solve(context: Context, root: string): Steps<Conclusion> {
  const given = yield* answerClosedBook(context, askOf(context, root, context.question));
  yield close(context, root, "known", given);
  return { ...given, marks: [] };
}
