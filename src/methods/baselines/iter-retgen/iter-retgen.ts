/**
 * ITER-RETGEN (SlimPLM §4.3, after Shao et al.): y_t = M(q, P_t), P_t retrieved by q and y_{t−1},
 * for T rounds.
 */

import type { Context, Steps } from "../../../runtime/context.ts";
import type { GivenAnswer } from "../../../stages/answer.ts";
import type { Conclusion } from "../../../stages/answer-event.ts";
import {
  answerWith,
  baselineParts,
  closeWithAnswer,
  lookUp,
  marksOf,
  openNextStep,
  searchPrompts,
  stopsAtRepeat,
} from "../baseline.ts";

interface Round {
  node: string;
  search: string;
  given: GivenAnswer;
  marks: ReturnType<typeof marksOf>;
}

/** Search engines and encoders read no more of a query. */
const maxAddedCharacters = 600;

export const parts = baselineParts({
  solve,
  listed: searchPrompts,
  choices: [
    "The paper searches with everything that was written, reasoning included: here with all that the model says, which is a bare answer where the encoder or a trained small model reads.",
    "Only the passages of the last search are in the prompt, as printed.",
    "A search that repeats an earlier one would find and say the same again: the rounds end there (a switch), so that fewer than three calls may be counted.",
    "Where the last round says nothing, the answer of the round before it stands.",
  ],
});

async function* solve(context: Context, root: string): Steps<Conclusion> {
  const { question, settings } = context;
  let last = yield* round(context, root, question);
  const rounds = [last];
  while (rounds.length < settings.maxRounds) {
    const search = `${question} ${written(last.given)}`.trim();
    // Nothing is sampled: the same search gives the same answer.
    const seen = rounds.map((one) => ({ node: one.node, text: one.search }));
    if (yield* stopsAtRepeat(context, search, seen)) break;
    const node = yield* openNextStep(context, last.node, last.given.call, search);
    last = yield* round(context, node, search);
    rounds.push(last);
  }
  const { given, marks } = rounds.findLast((one) => one.given.short !== "") ?? last;
  return { ...given, marks };
}

async function* round(context: Context, node: string, search: string): Steps<Round> {
  const passages = yield* lookUp(context, node, search);
  const found = yield* answerWith(context, node, context.question, passages);
  const verdict = passages.length === 0 ? "known" : "answered";
  const given = yield* closeWithAnswer(context, node, verdict, found);
  return { node, search, given, marks: marksOf(node, passages) };
}

function written({ text }: GivenAnswer): string {
  return text
    .replace(/\[\d{1,2}\]/gu, "")
    .replace(/(?<!\s)\s+([.,;])/gu, "$1")
    .replace(/\s+/gu, " ")
    .slice(0, maxAddedCharacters)
    .trim();
}
