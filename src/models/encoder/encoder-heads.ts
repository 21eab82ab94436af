import * as z from "zod/mini";
import { AppError } from "../../log/errors.ts";
import { type ReadingKind, readingKinds } from "../../log/types.ts";
import type { PassageReading, SpanGuess } from "../../runtime/ports.ts";
import type { PassageToken } from "./encoder-pair.ts";

/** x ↦ sigmoid(a·x + b). */
const calibration = z.object({ a: z.number(), b: z.number() });
type Calibration = z.infer<typeof calibration>;

/** `hopwise_heads` in the model's `config.json`. */
export const headsConfig = z.object({
  confidence: calibration,
  relevance: calibration,
  known: calibration,
  /** Serves the trained small model's answers: adds `logprob` · ln P to `known`. */
  knownWithLogprob: z.optional(z.object({ a: z.number(), logprob: z.number(), b: z.number() })),
  maxSpanTokens: z.int().check(z.gte(1)),
});
export type HeadsConfig = z.infer<typeof headsConfig>;

export interface HeadLogits {
  start: ArrayLike<number>;
  end: ArrayLike<number>;
  kind: ArrayLike<number>;
  relevance: number;
  known: number;
}

/** Above this P(none) the reader must be at least as confident of its answer. */
const noneFrom = 0.5;
const answerFloor = 0.3;
/** A second reader gets this many; more did not help (models/hopwise-encoder). */
const guesses = 5;

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

function wholeWords({ first, last }: TokenSpan, tokens: readonly PassageToken[]) {
  const start = tokens[first]?.wordStart ?? 0;
  return { start, end: tokens[last]?.wordEnd ?? start };
}

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

function likeliestAnswer(likely: (kind: ReadingKind) => number, hasSpan: boolean) {
  const answers = (["span", "yes", "no"] as const).filter((kind) => kind !== "span" || hasSpan);
  return answers.reduce((best, kind) => (likely(kind) > likely(best) ? kind : best));
}

/** Both ends are inclusive. */
export interface TokenSpan {
  first: number;
  last: number;
  probability: number;
}

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

/** Throws `model-nonsense` if a logit is not finite. */
export function softmax(logits: ArrayLike<number>): number[] {
  const values = Array.from(logits);
  if (!values.every(Number.isFinite)) throw new AppError("model-nonsense", { cause: "not-finite" });
  const highest = Math.max(...values);
  const powers = values.map((value) => Math.exp(value - highest));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

/** Keeps probabilities off 0 and 1, where the logarithm is infinite. */
const margin = 1e-6;

export function logOdds(probability: number): number {
  const inside = Math.min(1 - margin, Math.max(margin, probability));
  return Math.log(inside / (1 - inside));
}

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
