/** The reader, SearChain's checker: a span from the passages and how sure it is. */

import { isEmpty } from "../language/normalise.ts";
import type { ScoredPassage } from "../log/types.ts";
import { callModel, mean } from "../runtime/call.ts";
import type { Context, Steps } from "../runtime/context.ts";
import type { Step } from "../runtime/prompts.ts";
import { parseJsonReading, parseSpan } from "./parse/reading.ts";
import { bestAnswer, type ReadPassage } from "./reader.ts";
import type { Found } from "./retrieve.ts";
import { digestPath, rewriterParts } from "./rewrite.ts";
import { readAgain } from "./span-reranker.ts";

export interface Reading {
  /** "" when nothing was found. */
  span: string;
  /** f in [0, 1]; null when neither log-probabilities nor a stated confidence came. */
  confidence: number | null;
  passage: ScoredPassage | null;
}

/** What the passages say to the node's query: by the encoder's heads, or by the model of the stage. */
export async function* readPassages(
  context: Context,
  node: { id: string; query: string },
  found: Found,
  before: readonly Step[],
): Steps<Reading> {
  if (found.passages.length === 0) return { span: "", confidence: null, passage: null };
  if (found.read !== null) return yield* readByEncoder(context, node, found.read);
  return yield* readByModel(context, node, found.passages, before);
}

/** The passages are read one by one; the surest answer is the finding. */
async function* readByEncoder(
  context: Context,
  { id: node, query }: { id: string; query: string },
  read: readonly ReadPassage<ScoredPassage>[],
): Steps<Reading> {
  const surest = bestAnswer(read);
  if (surest === null) {
    // "Nothing in any of them" is no surer than the least sure of them.
    const confidence = Math.min(...read.map(({ reading }) => reading.confidence));
    return { span: "", confidence, passage: null };
  }
  // A list is taken whole, whichever of its words are marked.
  if (context.language.asksForSeveral(query)) return wholeReading(context, surest);
  return readingOf(yield* readAgain(context, { stage: "solve", node, question: query }, surest));
}

/** The encoder marks one span; where several answers are asked for, takes the list around it. */
function wholeReading({ language }: Context, read: ReadPassage<ScoredPassage>): Reading {
  const reading = readingOf(read);
  return { ...reading, span: language.wholeList(read.passage.text, reading.span) };
}

function readingOf({ passage, reading }: ReadPassage<ScoredPassage>): Reading {
  return { span: reading.span, confidence: reading.confidence, passage };
}

/** Only a language model can be told of the steps before. */
async function* readByModel(
  context: Context,
  { id: node, query }: { id: string; query: string },
  passages: readonly ScoredPassage[],
  before: readonly Step[],
): Steps<Reading> {
  const { history } = rewriterParts[context.settings.rewriter];
  const promptParts = {
    history: history ? before : [],
    digest: yield* digestPath(context, node, before),
  };
  const { id, tier, end, text } = yield* callModel(context, {
    stage: "solve",
    purpose: "read",
    tier: context.settings.solve,
    node,
    prompt: (by) => context.prompts.read(by, query, passages, promptParts),
  });
  const reading =
    tier === "small" ? parseSpan(text, context.language) : parseJsonReading(text, context.language);
  yield* context.parseFailure(id, "reading", reading);
  const logprob = mean(end.logprobs);
  const confidence = reading.stated ?? (logprob === null ? null : Math.exp(logprob));
  return { span: reading.span, confidence, passage: supporting(context, reading.span, passages) };
}

/** The first passage that holds the span. */
function supporting(
  { language }: Context,
  span: string,
  passages: readonly ScoredPassage[],
): ScoredPassage | null {
  if (isEmpty(span)) return null;
  const holds = ({ title, text }: ScoredPassage) => language.holdsName(`${title} ${text}`, span);
  return passages.find(holds) ?? null;
}
