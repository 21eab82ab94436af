/**
 * The second reader, ours and not the papers': where the encoder cannot tell which words of a
 * passage answer, the small language model chooses among the likeliest of them. Each errs in
 * another way, so that both together are right more often than either (docs/encoder.md).
 */
import type { Language } from "../language/language.ts";
import type { Passage } from "../log/types.ts";
import { callModel } from "../runtime/call.ts";
import type { Context, Steps } from "../runtime/context.ts";
import type { SpanGuess } from "../runtime/ports.ts";
import { parseSpan } from "./parse/reading.ts";
import type { AskReader, ReadPassage } from "./reader.ts";

/** P of the likeliest span from which nobody else is asked: above it a second opinion changes nothing. */
const sureSpan = 0.9;
/** How much more its choice weighs than other spans where the language model tells no probabilities. */
const weightOfChoice = 50;

/** How likely the language model found each span; null where it does not tell. */
type Likely = Readonly<Record<string, number>> | null;

/** The spans to choose among; null where the first of them is sure enough, or the only one. */
export function ambiguousSpans(spans: readonly SpanGuess[]): readonly SpanGuess[] | null {
  const [likeliest] = spans;
  const isSure = likeliest === undefined || likeliest.probability >= sureSpan;
  return isSure || spans.length < 2 ? null : spans;
}

/**
 * What the model chose of the spans, null where it wrote none of them; and what stands: the span
 * that both together hold for the likeliest.
 */
export function combineVotes(
  spans: readonly SpanGuess[],
  output: string,
  likely: Likely,
  language: Language,
): { choice: SpanGuess | null; stands: SpanGuess | null } {
  const [likeliest = null] = spans;
  const span = parseSpan(output, language).span;
  // Quotes and the prompt's own words around it are no part of a choice.
  const isSaid = (guess: SpanGuess) => span !== "" && parseSpan(guess.text, language).span === span;
  const choice = spans.find(isSaid) ?? null;
  return { choice, stands: choice === null ? likeliest : weighed(spans, choice, likely) };
}

/** The span with the largest product of both probabilities. */
function weighed(spans: readonly SpanGuess[], choice: SpanGuess, likely: Likely): SpanGuess {
  const product = (guess: SpanGuess) =>
    guess.probability * (likely?.[guess.text] ?? (guess === choice ? weightOfChoice : 1));
  return spans.reduce((best, guess) => (product(guess) > product(best) ? guess : best), choice);
}

/** The reading that counts, read again where that is wanted and of use. Throws AppError. */
export async function* readAgain<P extends Passage>(
  context: Context,
  { stage, node, question }: Pick<AskReader, "stage" | "question"> & { node: string },
  best: ReadPassage<P>,
): Steps<ReadPassage<P>> {
  const { passage, reading } = best;
  const isWanted = context.settings.reader === "both" && reading.kind === "span";
  const spans = isWanted ? ambiguousSpans(reading.spans) : null;
  if (spans === null) return best;
  const queryInLibraryNames = context.language.withNamesOf([passage])(question);
  const options = spans.map(({ text }) => text);
  const { id, text, end } = yield* callModel(context, {
    stage,
    purpose: "read",
    tier: "small",
    node,
    prompt: () => context.prompts.readAgain(queryInLibraryNames, passage, options),
  });
  const { choice, stands } = combineVotes(spans, text, end.choiceProbabilities, context.language);
  if (choice === null) {
    const detail = "none of the spans to choose among";
    yield* context.parseFailure(id, "reading", { resolution: "fell-back", detail });
  }
  // Where the log is walked again it tells what stood: it keeps no probabilities of a choice.
  const event = context.event({
    type: "second-reading",
    stage,
    node,
    call: id,
    passageId: passage.id,
    choice: choice?.text ?? null,
    span: stands?.text ?? reading.span,
  });
  yield event;
  const { span } = event;
  return span === reading.span ? best : { passage, reading: { ...reading, span, start: null } };
}
