/** SearChain's checker finds a span in the passages, with a confidence. */

import { tokens } from "../language/normalise.ts";
import type { ScoredPassage } from "../log/types.ts";
import { type CallResult, callModel, mean } from "../runtime/call.ts";
import type { Context, Steps } from "../runtime/context.ts";
import type { Step } from "../runtime/prompts.ts";
import { passageWeight } from "./memory-proposal.ts";
import { isEcho } from "./parse/echo.ts";
import { groundReading } from "./parse/grounded.ts";
import { oddsOfWords } from "./parse/odds.ts";
import { parseJsonReading, parseSpan } from "./parse/reading.ts";
import { bestAnswer, type ReadPassage } from "./reader.ts";
import type { Found } from "./retrieve.ts";
import { rewriterParts } from "./rewrite/index.ts";
import { digestPath, readsTogether } from "./rewrite.ts";
import { surestReading } from "./surest.ts";

export interface Reading {
  /** "" if nothing was found. */
  span: string;
  /** The paper's f, in [0, 1]; null if unknown. */
  confidence: number | null;
  confidenceFrom?: "encoder" | "odds" | "agreement";
  passage: ScoredPassage | null;
}

export async function* readPassages(
  context: Context,
  node: { id: string; query: string },
  found: Found,
  before: readonly Step[],
): Steps<Reading> {
  if (found.passages.length === 0) return { span: "", confidence: null, passage: null };
  if (found.read !== null) return yield* readByEncoder(context, node, found.read);
  if (readsTogether(context)) return yield* readByModel(context, node, found.passages, before);
  // One by one, like the encoder, so *read* changes only the reader.
  const readings: Reading[] = [];
  for (const passage of found.passages) {
    readings.push(yield* readByModel(context, node, [passage], []));
  }
  return surestOf(readings);
}

/** The surest finding; without one, the least sure reading: "nothing in any" is no surer. */
function surestOf(readings: readonly Reading[]): Reading {
  const found = readings.filter(({ span }) => span !== "");
  const sureness = ({ confidence }: Reading) => confidence ?? 0;
  const [best] = found.toSorted((a, b) => sureness(b) - sureness(a));
  const [least] = readings.toSorted((a, b) => sureness(a) - sureness(b));
  return best ?? least ?? { span: "", confidence: null, passage: null };
}

async function* readByEncoder(
  context: Context,
  { id: node, query }: { id: string; query: string },
  read: readonly ReadPassage<ScoredPassage>[],
): Steps<Reading> {
  const ask = { stage: "solve", node, question: query } as const;
  // A list is taken whole, whichever of its words are marked.
  const isList = context.language.asksForSeveral(query);
  const best = isList
    ? bestAnswer(read, passageWeight(context, node))
    : (yield* surestReading(context, ask, read)).best;
  if (best === null) {
    // "Nothing in any" is no surer than the least sure reading.
    const confidence = Math.min(...read.map(({ reading }) => reading.confidence));
    return { span: "", confidence, confidenceFrom: "encoder", passage: null };
  }
  return isList ? wholeReading(context, best) : readingOf(best);
}

/** The encoder marks one span; if several answers are asked for, the list around it counts. */
function wholeReading({ language }: Context, read: ReadPassage<ScoredPassage>): Reading {
  const reading = readingOf(read);
  return { ...reading, span: language.wholeList(read.passage.text, reading.span) };
}

function readingOf({ passage, reading }: ReadPassage<ScoredPassage>): Reading {
  const { span, confidence } = reading;
  return { span, confidence, confidenceFrom: "encoder", passage };
}

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
  const call = yield* callModel(context, {
    stage: "solve",
    purpose: "read",
    tier: context.settings.solve,
    node,
    prompt: (by) => context.prompts.read(by, query, passages, promptParts),
  });
  const { id, profile, text, asked } = call;
  const said =
    profile === "instruct"
      ? parseJsonReading(text, context.language, (value) => isEcho(value, asked))
      : parseSpan(text, context.language);
  const reading = groundReading(said, { language: context.language, query, passages });
  yield* context.parseFailure(id, "reading", reading);
  const { span, passage } = reading;
  return { span, passage, ...confidenceOf(call, { span: said.span, query, passage }) };
}

/** The probability of its words if reported, else the overlap of query and passage. */
function confidenceOf(
  { profile, end }: Pick<CallResult, "profile" | "end">,
  { span, query, passage }: { span: string; query: string; passage: ScoredPassage | null },
): Pick<Reading, "confidence" | "confidenceFrom"> {
  const { logprobs, tokens: written = [] } = end;
  const own = profile === "instruct" ? oddsOfWords(span, written, logprobs ?? []) : null;
  const logprob = mean(own ?? logprobs);
  if (logprob !== null) return { confidence: Math.exp(logprob), confidenceFrom: "odds" };
  if (passage === null) return { confidence: null };
  return { confidence: agreement(query, passage), confidenceFrom: "agreement" };
}

/** Share of the query's words in the passage, in [0, 1]. */
function agreement(query: string, { title, text }: ScoredPassage): number {
  const there = new Set(tokens(`${title} ${text}`));
  const asked = tokens(query);
  return asked.filter((word) => there.has(word)).length / Math.max(1, asked.length);
}
