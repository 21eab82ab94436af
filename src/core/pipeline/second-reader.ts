/**
 * The second reader, ours and not the papers': where the encoder cannot tell which words of a
 * passage answer, the small language model chooses among the likeliest of them. Each errs in
 * another way, so that both together are right more often than either (docs/encoder.md).
 */
import { olderNamesOf } from "../older-names.ts";
import { parseSpan } from "../parse/reading.ts";
import type { SpanGuess } from "../ports.ts";
import type { Passage } from "../types.ts";
import { callModel } from "./call.ts";
import type { Context, Steps } from "./context.ts";
import type { AskReader, ReadPassage } from "./reader.ts";

/** P of the likeliest span from which nobody else is asked: above it a second opinion changes nothing. */
const sureSpan = 0.6;
/** The language model's choice stands, unless the encoder holds it for this many times less likely. */
const tooUnlikely = 50;

/** The spans to choose among; null where the first of them is sure enough, or the only one. */
export function spansInDoubt(spans: readonly SpanGuess[]): readonly SpanGuess[] | null {
  const [likeliest] = spans;
  const isSure = likeliest === undefined || likeliest.probability >= sureSpan;
  return isSure || spans.length < 2 ? null : spans;
}

/** What the model chose of the spans, null where it wrote none of them; and what stands. */
export function settle(
  spans: readonly SpanGuess[],
  output: string,
): { choice: SpanGuess | null; stands: SpanGuess | null } {
  const [likeliest = null] = spans;
  const said = parseSpan(output).span;
  // Quotes and the prompt's own words around it are no part of a choice.
  const isSaid = (guess: SpanGuess) => said !== "" && parseSpan(guess.text).span === said;
  const choice = spans.find(isSaid) ?? null;
  if (likeliest === null || choice === null) return { choice, stands: likeliest };
  const isFar = choice.probability * tooUnlikely < likeliest.probability;
  return { choice, stands: isFar ? likeliest : choice };
}

/** The reading that counts, read again where that is wanted and of use. Throws AppError. */
export async function* readAgain<P extends Passage>(
  context: Context,
  { stage, node, question }: Pick<AskReader, "stage" | "question"> & { node: string },
  best: ReadPassage<P>,
): Steps<ReadPassage<P>> {
  const { passage, reading } = best;
  const isWanted = context.settings.reader === "both" && reading.kind === "span";
  const spans = isWanted ? spansInDoubt(reading.spans) : null;
  if (spans === null) return best;
  const asked = olderNamesOf([passage])(question);
  const options = spans.map(({ text }) => text);
  const { id, text } = yield* callModel(context, {
    stage,
    purpose: "read",
    tier: "small",
    node,
    prompt: () => context.prompts.readAgain(asked, passage, options),
  });
  const { choice, stands } = settle(spans, text);
  if (choice === null) {
    yield context.event({
      type: "parse-failure",
      call: id,
      expected: "reading",
      resolution: "fell-back",
      detail: "none of the spans to choose among",
    });
  }
  const span = stands?.text ?? reading.span;
  yield context.event({
    type: "second-reading",
    stage,
    node,
    call: id,
    passageId: passage.id,
    choice: choice?.text ?? null,
    span,
  });
  return span === reading.span ? best : { passage, reading: { ...reading, span, start: null } };
}
