/**
 * FLARE direct (SlimPLM §4.3, after Jiang et al.): a drafted sentence with a token less likely than
 * θ is looked up and rewritten. The log keeps the probabilities (`odds`), so a run can resume at
 * any sentence.
 */

import type { ScoredPassage } from "../../../log/types.ts";
import { mean } from "../../../runtime/call.ts";
import type { Context, Steps } from "../../../runtime/context.ts";
import { ownNumber } from "../../../runtime/controls.ts";
import type { ChatEnd } from "../../../runtime/ports.ts";
import { fitting, type GivenAnswer } from "../../../stages/answer.ts";
import type { Conclusion } from "../../../stages/answer-event.ts";
import { composeCarried } from "../../../stages/cite.ts";
import { parseSpan } from "../../../stages/parse/reading.ts";
import { proxyPrompt } from "../../skills.ts";
import {
  answerWith,
  baselineParts,
  callBaseline,
  close,
  closeWithAnswer,
  isSkilled,
  isSolvedBy,
  lookUp,
  openNextStep,
  searchPrompts,
  skillPrompts,
  stopsAtRepeat,
} from "../baseline.ts";
import { concludeSteps, type Ending } from "../conclusion.ts";
import { withoutUnsureWords } from "../parse/sentence.ts";
import { findConclusion } from "../parse/steps.ts";
import {
  concludeWords,
  inWords,
  marksOn,
  sentencePrompts,
  type Thought,
  thinkInSteps,
  writeSentence,
} from "../thoughts.ts";
import { flareSettings } from "./settings.ts";

interface Stood {
  thought: Thought;
  /** As the model wrote it; a person may have changed it since. */
  written: string;
  ending: Ending;
  passages: readonly ScoredPassage[];
}

export const parts = baselineParts({
  solve,
  listed: [...searchPrompts, ...skillPrompts("plan"), sentencePrompts(isSolvedBy)],
  choices: [
    "One threshold decides both whether a sentence is looked up (θ) and which words leave the query (β); a word with an unlikely token goes as a whole.",
    "Where an engine tells log-probabilities but not whose, the sentence is searched for as it stands; where it tells none, every sentence is looked up, and the run says so.",
    "A sentence of which no word is left is looked up by the question.",
    "θ is not told in SlimPLM: here 0.6 of the probability, to be set by the slider.",
    "At most three sentences (SlimPLM, appendix B), then the answer is asked for.",
    "A trained small model writes no sentences: what it writes ahead is the next query of its chain and its answer from memory; an unsure answer is looked up by the query and the words it was sure of.",
  ],
});

function solve(context: Context, root: string): Steps<Conclusion> {
  return isSkilled(context) ? byChain(context, root) : bySentences(context, root);
}

async function* bySentences(context: Context, root: string): Steps<Conclusion> {
  const walked: Stood[] = [];
  let passages: readonly ScoredPassage[] = [];
  let ending: Ending = { call: null, answer: "" };
  while (ending.answer === "" && walked.length < context.settings.maxRounds) {
    const next = yield* nextSentence(context, root, walked);
    if (next === null) break;
    walked.push(next);
    ending = next.ending;
    if (next.passages.length > 0) passages = next.passages;
  }
  const thoughts = standing(walked);
  if (ending.answer === "") ending = yield* concludeWords(context, root, passages, thoughts);
  const { call, answer: short } = ending;
  const lookedUp = thoughts.some(({ passageId }) => passageId !== null);
  yield close(context, root, lookedUp ? "combined" : verdictOf(short), { short });
  return {
    call,
    short,
    text: inWords(context.language, thoughts, short),
    marks: marksOn(thoughts),
  };
}

/** Null if no new sentence comes. */
async function* nextSentence(
  context: Context,
  root: string,
  walked: readonly Stood[],
): Steps<Stood | null> {
  const before = standing(walked);
  const parent = walked.at(-1)?.thought.node ?? root;
  const ahead = yield* writeSentence(context, parent, [], before);
  const { sentence, answer } = ahead.said;
  const seen = walked.map(({ thought: { node }, written }) => ({ node, text: written }));
  if (sentence === "" || (yield* stopsAtRepeat(context, sentence, seen))) return null;
  const node = yield* openNextStep(context, parent, ahead.id, sentence);
  const unsure = yield* unsureWords(context, node, sentence, ahead.end);
  if (unsure === null) {
    yield close(context, node, "reasoned", { short: "" });
    const thought = { node, text: sentence, passageId: null };
    const ending = { call: ahead.id, answer };
    return { thought, written: sentence, ending, passages: [] };
  }
  const query =
    findConclusion(sentence, context.language) === null && unsure !== ""
      ? unsure
      : context.question;
  const passages = fitting(yield* lookUp(context, node, query), context.settings.answer);
  const anew = yield* writeSentence(context, node, passages, before);
  const { id, said } = anew.said.sentence === "" ? ahead : anew;
  const passage = passages[0] ?? null;
  const text = said.sentence;
  const own = { short: text, text, call: id, confidence: null, passage };
  const given = yield* closeWithAnswer(context, node, "answered", own);
  const thought = { node, text: given.short, passageId: given.passage?.id ?? null };
  const ending = { call: given.call, answer: given === own ? said.answer : endOf(context, given) };
  return { thought, written: text, ending, passages };
}

/** Leaves out the sentences that a person took back. */
function standing(walked: readonly Stood[]): Thought[] {
  return walked.map(({ thought }) => thought).filter(({ text }) => text !== "");
}

function endOf({ language }: Context, { short }: GivenAnswer): string {
  return findConclusion(short, language)?.answer ?? "";
}

function verdictOf(short: string) {
  return short === "" ? "unknown" : "reasoned";
}

/**
 * The words that the model was sure of, or all without log-probabilities; null if it was sure of
 * all.
 */
async function* unsureWords(
  context: Context,
  node: string,
  sentence: string,
  { logprobs, tokens }: ChatEnd,
): Steps<string | null> {
  const tokenThreshold = ownNumber(context.settings, flareSettings, "tokenThreshold");
  if (logprobs === null) {
    yield context.event({ type: "deviation", switch: "noTokenProbabilities", node });
    return sentence;
  }
  if (tokens !== undefined) return withoutUnsureWords(sentence, tokens, logprobs, tokenThreshold);
  return logprobs.some((logprob) => Math.exp(logprob) < tokenThreshold) ? sentence : null;
}

/** A trained small model's draft is its answer to the next query. */
async function* byChain(context: Context, root: string): Steps<Conclusion> {
  const { steps, ending } = yield* thinkInSteps(context, root, (node, query) =>
    answerAhead(context, node, query),
  );
  const { call, answer: short } = ending ?? (yield* concludeSteps(context, root, steps));
  yield close(context, root, steps.length === 0 ? verdictOf(short) : "combined", { short });
  const answered = steps.filter(({ answer }) => answer !== "");
  const text = short === "" ? "" : composeCarried(context, short, answered, []);
  return { call, short, text, marks: marksOn(answered) };
}

async function* answerAhead(context: Context, node: string, query: string): Steps<GivenAnswer> {
  const prompt = { ...proxyPrompt(query), logprobs: true };
  const { id, end, text } = yield* callBaseline(context, node, "proxy", prompt);
  const { span } = parseSpan(text, context.language);
  const unsure = span === "" ? "" : yield* unsureWords(context, node, span, end);
  if (unsure === null) {
    const logprob = mean(end.logprobs);
    const confidence = logprob === null ? null : Math.exp(logprob);
    const given = { short: span, text: span, call: id, confidence, passage: null };
    return yield* closeWithAnswer(context, node, "known", given);
  }
  const passages = yield* lookUp(context, node, `${query} ${unsure}`.trim());
  const given = yield* answerWith(context, node, query, passages);
  return yield* closeWithAnswer(context, node, passages.length === 0 ? "known" : "answered", given);
}
