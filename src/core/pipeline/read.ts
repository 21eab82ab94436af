/** The reader, SearChain's checker: a span from the passages and how sure it is. */
import { agreesShort, isEmpty } from "../metrics/normalise.ts";
import { parseJsonReading, parseSpan } from "../parse/reading.ts";
import type { ScoredPassage, Tier } from "../types.ts";
import { callModel, mean } from "./call.ts";
import type { Context, Steps } from "./context.ts";
import type { Step } from "./prompts.ts";

export interface Reading {
  /** "" when nothing was found. */
  span: string;
  /** f in [0, 1]; null when neither log-probabilities nor a stated confidence came. */
  confidence: number | null;
  passage: ScoredPassage | null;
}

export async function* readPassages(
  context: Context,
  node: string,
  query: string,
  passages: readonly ScoredPassage[],
  remembered: { history: readonly Step[]; digest: string | null },
): Steps<Reading> {
  if (passages.length === 0) return { span: "", confidence: null, passage: null };
  const tier: Tier = context.settings.solve;
  const { id, end, text } = yield* callModel(context, {
    stage: "solve",
    purpose: "read",
    tier,
    node,
    prompt: context.prompts.read(tier, query, passages, remembered),
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
