/** The reader, SearChain's checker: a span from the passages and how sure it is. */
import { agreesShort, isEmpty } from "../metrics/normalise.ts";
import { asksForSeveral, wholeList } from "../parse/enumeration.ts";
import { parseJsonReading, parseSpan } from "../parse/reading.ts";
import type { ScoredPassage } from "../types.ts";
import { callModel, mean } from "./call.ts";
import type { Context, Steps } from "./context.ts";
import type { Step } from "./prompts.ts";
import { bestAnswer, type ReadPassage } from "./reader.ts";
import type { Found } from "./retrieve.ts";
import { digestPath, rewriterParts } from "./rewrite.ts";

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
  if (found.read !== null) return readWhole(node.query, surestReading(found.read));
  return yield* readByModel(context, node, found.passages, before);
}

/** Asked for several, the encoder still marks one span: what else its list names was asked for, too. */
function readWhole(query: string, reading: Reading): Reading {
  if (reading.passage === null || !asksForSeveral(query)) return reading;
  return { ...reading, span: wholeList(reading.passage.text, reading.span) };
}

/** The passages are read one by one; the surest answer is the finding. */
function surestReading(read: readonly ReadPassage<ScoredPassage>[]): Reading {
  const best = bestAnswer(read);
  if (best === null) {
    // "Nothing in any of them" is no surer than the least sure of them.
    const confidence = Math.min(...read.map(({ reading }) => reading.confidence));
    return { span: "", confidence, passage: null };
  }
  const { passage, reading } = best;
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
  const told = {
    history: history ? before : [],
    digest: yield* digestPath(context, node, before),
  };
  const { id, tier, end, text } = yield* callModel(context, {
    stage: "solve",
    purpose: "read",
    tier: context.settings.solve,
    node,
    prompt: (by) => context.prompts.read(by, query, passages, told),
  });
  const reading = tier === "small" ? parseSpan(text) : parseJsonReading(text);
  if (reading.resolution !== "clean") {
    yield context.event({
      type: "parse-failure",
      call: id,
      expected: "reading",
      resolution: reading.resolution,
      detail: reading.detail,
    });
  }
  const logprob = mean(end.logprobs);
  const confidence = reading.stated ?? (logprob === null ? null : Math.exp(logprob));
  return { span: reading.span, confidence, passage: supporting(reading.span, passages) };
}

/** The first passage that holds the span, by normalised substring. */
function supporting(span: string, passages: readonly ScoredPassage[]): ScoredPassage | null {
  if (isEmpty(span)) return null;
  return passages.find((passage) => agreesShort(span, `${passage.title} ${passage.text}`)) ?? null;
}
