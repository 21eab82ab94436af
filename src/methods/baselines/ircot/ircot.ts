/**
 * IRCoT (RA-ISF §4.4, after Trivedi et al.): alternates a sentence of reasoning and a search with
 * it, until one states the answer; a reader then answers from all passages.
 */

import type { ScoredPassage } from "../../../log/types.ts";
import type { Context, Steps } from "../../../runtime/context.ts";
import { answerFromPassages, fitting } from "../../../stages/answer.ts";
import type { Conclusion } from "../../../stages/answer-event.ts";
import { composeCarried } from "../../../stages/cite.ts";
import {
  answerWith,
  askOf,
  baselineParts,
  close,
  closeWithAnswer,
  isSkilled,
  isSolvedBy,
  lookUp,
  marksOf,
  openNextStep,
  searchPrompts,
  skillPrompts,
  stopsAtRepeat,
} from "../baseline.ts";
import { concludeSteps, type Ending } from "../conclusion.ts";
import {
  concludeWords,
  inWords,
  marksOn,
  sentencePrompts,
  type Thought,
  thinkInSteps,
  writeSentence,
} from "../thoughts.ts";

export const parts = baselineParts({
  solve,
  listed: [...searchPrompts, ...skillPrompts("plan"), sentencePrompts(isSolvedBy)],
  choices: [
    "RA-ISF tells no settings for this rival: here those of its own paper, four passages a search, fifteen in all, at most eight sentences. Where there are more, the newest searches count first.",
    "The last call reads all passages and answers the question, as the paper's separate reader does; its reasoning is not shown to that reader.",
    "A trained small model writes no sentences: a thought is the next query of its chain, which is looked up and read over all that was found so far; it concludes from its steps, because no single passage answers a question of several hops.",
    "A sentence that repeats an earlier one ends the reasoning (a switch).",
  ],
});

async function* solve(context: Context, root: string): Steps<Conclusion> {
  const first = yield* lookUp(context, root, context.question);
  return yield* isSkilled(context)
    ? byChain(context, root, first)
    : bySentences(context, root, first);
}

async function* bySentences(
  context: Context,
  root: string,
  first: readonly ScoredPassage[],
): Steps<Conclusion> {
  const { settings } = context;
  const thoughts: Thought[] = [];
  let all = first;
  let ending: Ending = { call: null, answer: "" };
  while (ending.answer === "" && thoughts.length < settings.maxRounds) {
    const parent = thoughts.at(-1)?.node ?? root;
    const { id, said } = yield* writeSentence(
      context,
      parent,
      fitting(all, settings.answer),
      thoughts,
    );
    ending = { call: id, answer: said.answer };
    if (said.sentence === "" || (yield* stopsAtRepeat(context, said.sentence, thoughts))) break;
    const node = yield* openNextStep(context, parent, id, said.sentence);
    const found = said.answer === "" ? yield* lookUp(context, node, said.sentence) : [];
    yield close(context, node, found.length === 0 ? "reasoned" : "searched", { short: "" });
    thoughts.push({ node, text: said.sentence, passageId: found[0]?.id ?? null });
    all = joined(found, all);
  }
  return yield* all.length === 0
    ? withoutPassages(context, root, thoughts, ending)
    : readAll(context, root, all);
}

/** The tool `none` brings no passages, so the reasoning must answer. */
async function* withoutPassages(
  context: Context,
  root: string,
  thoughts: readonly Thought[],
  said: Ending,
): Steps<Conclusion> {
  const ending = said.answer === "" ? yield* concludeWords(context, root, [], thoughts) : said;
  const { call, answer: short } = ending;
  yield close(context, root, short === "" ? "unknown" : "reasoned", { short });
  return {
    call,
    short,
    text: inWords(context.language, thoughts, short),
    marks: marksOn(thoughts),
  };
}

function joined(
  found: readonly ScoredPassage[],
  before: readonly ScoredPassage[],
): readonly ScoredPassage[] {
  const known = new Set(found.map(({ id }) => id));
  return [...found, ...before.filter(({ id }) => !known.has(id))];
}

/** A trained small model's thought is a query, read over all passages so far. */
async function* byChain(
  context: Context,
  root: string,
  first: readonly ScoredPassage[],
): Steps<Conclusion> {
  let all = first;
  const { steps, ending } = yield* thinkInSteps(context, root, async function* (node, query) {
    all = joined(yield* lookUp(context, node, query), all);
    const found = yield* answerWith(context, node, query, all);
    return yield* closeWithAnswer(context, node, all.length === 0 ? "known" : "answered", found);
  });
  const answered = steps.filter(({ answer }) => answer !== "");
  if (answered.length === 0 && all.length > 0) {
    return yield* readAll(context, root, all);
  }
  const { call, answer: short } = ending ?? (yield* concludeSteps(context, root, steps));
  yield close(context, root, steps.length === 0 ? "known" : "combined", { short });
  const text = short === "" ? "" : composeCarried(context, short, answered, []);
  return { call, short, text, marks: marksOn(answered) };
}

async function* readAll(
  context: Context,
  root: string,
  all: readonly ScoredPassage[],
): Steps<Conclusion> {
  const given = yield* answerFromPassages(context, askOf(context, root, context.question), all);
  yield close(context, root, "answered", given);
  return { ...given, marks: marksOf(root, all) };
}
