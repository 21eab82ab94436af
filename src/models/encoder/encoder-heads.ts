/** What the encoder's heads say, decoded: spans, kinds and calibrated probabilities. */
import * as z from "zod/mini";
import { AppError } from "../../log/errors.ts";
import { type ReadingKind, readingKinds } from "../../log/types.ts";
import type { PassageReading, SpanGuess } from "../../runtime/ports.ts";
import type { PassageToken } from "./encoder-pair.ts";

/** x ↦ sigmoid(a·x + b). */
const calibration = z.object({ a: z.number(), b: z.number() });
type Calibration = z.infer<typeof calibration>;

/** `hopwise_heads` of the model's `config.json`. */
export const headsConfig = z.object({
  confidence: calibration,
  relevance: calibration,
  known: calibration,
  /** `known` for an answer of which the trained small model's own ln P is told: + `logprob` times that. */
  knownWithLogprob: z.optional(z.object({ a: z.number(), logprob: z.number(), b: z.number() })),
  /** Longest span, in tokens. */
  maxSpanTokens: z.int().check(z.gte(1)),
});
export type HeadsConfig = z.infer<typeof headsConfig>;

/** The heads' logits for one pair; `start` and `end` have an entry for each token of the passage. */
export interface HeadLogits {
  start: ArrayLike<number>;
  end: ArrayLike<number>;
  /** In the order of `readingKinds`. */
  kind: ArrayLike<number>;
  relevance: number;
  known: number;
}

/** Above this P(none) an answer stands only when the reader is at least that confident of it. */
const noneFrom = 0.5;
const answerFloor = 0.3;
/** Spans that a second reader may choose among; more brought nothing (models/hopwise-encoder). */
const guesses = 5;

/** Reads a pair's logits; `text` is the passage whose tokens they are. */
export function decodeReading(
  logits: HeadLogits,
  {
    text,
    tokens,
    tokenCount,
  }: { text: string; tokens: readonly PassageToken[]; tokenCount: number },
  heads: HeadsConfig,
): PassageReading {
  const kinds = softmax(logits.kind);
  const likely = (kind: ReadingKind) => kinds[readingKinds.indexOf(kind)] ?? 0;
  const noAnswer = likely("none");
  const likeliest = bestSpans(logits.start, logits.end, heads.maxSpanTokens, guesses);
  const [best = null] = likeliest;
  const common = {
    noAnswer,
    relevance: calibrated(logits.relevance, heads.relevance),
    spans: spanGuesses(likeliest, text, tokens),
    tokens: tokenCount,
  };
  const kind = likeliestAnswer(likely, best !== null);
  const probability = likely(kind) * (kind === "span" ? (best?.probability ?? 0) : 1);
  const confidence = calibrated(logOdds(probability), heads.confidence);
  if (noAnswer > noneFrom && confidence < answerFloor) {
    return { ...common, kind: "none", span: "", start: null, confidence: noAnswer };
  }
  if (kind !== "span" || best === null) {
    return { ...common, kind, span: kind, start: null, confidence };
  }
  const { start, end } = wholeWords(best, tokens);
  return { ...common, kind, span: text.slice(start, end), start, confidence };
}

/** Half a word is never meant. */
function wholeWords({ first, last }: TokenSpan, tokens: readonly PassageToken[]) {
  const start = tokens[first]?.wordStart ?? 0;
  return { start, end: tokens[last]?.wordEnd ?? start };
}

/** Spans that differ by parts of a word, or stand twice in the text, are the same words. */
function spanGuesses(
  likeliest: readonly TokenSpan[],
  text: string,
  tokens: readonly PassageToken[],
): SpanGuess[] {
  const all = likeliest.map((span) => {
    const { start, end } = wholeWords(span, tokens);
    return { text: text.slice(start, end), probability: span.probability };
  });
  return all.filter((guess, at) => all.findIndex((other) => other.text === guess.text) === at);
}

/** A passage without a token has no span to offer. */
function likeliestAnswer(likely: (kind: ReadingKind) => number, hasSpan: boolean) {
  const answers = (["span", "yes", "no"] as const).filter((kind) => kind !== "span" || hasSpan);
  return answers.reduce((best, kind) => (likely(kind) > likely(best) ? kind : best));
}

/** A span of tokens, both ends in it, and P(start) · P(end) over the passage. */
export interface TokenSpan {
  first: number;
  last: number;
  probability: number;
}

/** The `count` likeliest spans of at most `maxTokens`, best first; the earliest of equal ones. */
export function bestSpans(
  startLogits: ArrayLike<number>,
  endLogits: ArrayLike<number>,
  maxTokens: number,
  count: number,
): TokenSpan[] {
  const starts = softmax(startLogits);
  const ends = softmax(endLogits);
  const best: TokenSpan[] = [];
  for (let first = 0; first < starts.length; first += 1) {
    const beyond = Math.min(ends.length, first + maxTokens);
    for (let last = first; last < beyond; last += 1) {
      const probability = (starts[first] ?? 0) * (ends[last] ?? 0);
      const full = best.length === count;
      if (full && probability <= (best.at(-1)?.probability ?? 0)) continue;
      if (full) best.pop();
      const place = best.findLastIndex((other) => other.probability >= probability) + 1;
      best.splice(place, 0, { first, last, probability });
    }
  }
  return best;
}

/** Probabilities of logits; sums to 1. Throws `model-nonsense` for what is not finite. */
export function softmax(logits: ArrayLike<number>): number[] {
  const values = Array.from(logits);
  if (!values.every(Number.isFinite)) throw new AppError("model-nonsense", { cause: "not-finite" });
  const highest = Math.max(...values);
  const powers = values.map((value) => Math.exp(value - highest));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

/** Far enough from 0 and 1 for the logarithm; no reader is surer than this. */
const margin = 1e-6;

/** ln(p / (1 − p)). */
export function logOdds(probability: number): number {
  const inside = Math.min(1 - margin, Math.max(margin, probability));
  return Math.log(inside / (1 - inside));
}

/** P(known): by the head, and where both are there by what the answer's writer thought of it. */
export function probabilityKnown(
  logit: number,
  logprob: number | null,
  { known, knownWithLogprob: both }: HeadsConfig,
): number {
  if (both === undefined || logprob === null) return calibrated(logit, known);
  return calibrated(both.a * logit + both.logprob * logprob, { a: 1, b: both.b });
}

export function calibrated(x: number, { a, b }: Calibration): number {
  if (!Number.isFinite(x)) throw new AppError("model-nonsense", { cause: "not-finite" });
  return 1 / (1 + Math.exp(-(a * x + b)));
}
