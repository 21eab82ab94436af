/**
 * Ours, not the papers': if the encoder is unsure of a span, the small language model chooses.
 * Their errors differ, so both together are right more often (docs/engines.md).
 */
import type { Language } from "../language/language.ts";
import type { Passage } from "../log/types.ts";
import { callModel } from "../runtime/call.ts";
import type { Context, Steps } from "../runtime/context.ts";
import type { SpanGuess } from "../runtime/ports.ts";
import { parseSpan } from "./parse/reading.ts";
import type { AskReader, ReadPassage } from "./reader.ts";

/** A second opinion on a surer span changes nothing. */
const sureSpan = 0.9;
/** Weight of a choice if the language model reports no probabilities. */
const weightOfChoice = 50;

/** Probabilities of the spans; null if not reported. */
type Likely = Readonly<Record<string, number>> | null;

/** Null if the first span is sure enough, or the only one. */
export function ambiguousSpans(spans: readonly SpanGuess[]): readonly SpanGuess[] | null {
  const [likeliest] = spans;
  const isSure = likeliest === undefined || likeliest.probability >= sureSpan;
  return isSure || spans.length < 2 ? null : spans;
}

/** Returns the model's choice (null if none of the spans), and the likeliest by both. */
export function combineVotes(
  spans: readonly SpanGuess[],
  output: string,
  likely: Likely,
  language: Language,
): { choice: SpanGuess | null; stands: SpanGuess | null } {
  const [likeliest = null] = spans;
  const span = parseSpan(output, language).span;
  // Ignores quotes and the prompt's own words.
  const isSaid = (guess: SpanGuess) => span !== "" && parseSpan(guess.text, language).span === span;
  const choice = spans.find(isSaid) ?? null;
  return { choice, stands: choice === null ? likeliest : weighed(spans, choice, likely) };
}

function weighed(spans: readonly SpanGuess[], choice: SpanGuess, likely: Likely): SpanGuess {
  const product = (guess: SpanGuess) =>
    guess.probability * (likely?.[guess.text] ?? (guess === choice ? weightOfChoice : 1));
  return spans.reduce((best, guess) => (product(guess) > product(best) ? guess : best), choice);
}

/** Reads again only if that is useful. Throws AppError. */
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
  // The log keeps no probabilities of a choice, so on replay it decides.
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
