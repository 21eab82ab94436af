import * as z from "zod/mini";
import { AppError } from "../../log/errors.ts";
import type { PassageReader } from "../../runtime/ports.ts";

export const knownValues = z.object({
  texts: z.array(z.string()),
  cosinesToFirst: z.array(z.number()),
  question: z.string(),
  /** Unequal lengths, so that a batch has padding. */
  readings: z.array(z.object({ passage: z.string(), relevance: z.number(), noAnswer: z.number() })),
  answer: z.string(),
  known: z.number(),
});
export type KnownValues = z.infer<typeof knownValues>;

/**
 * Graphs over the same weights differ by less (docs/engines.md); a broken driver will not hit all
 * five by chance.
 */
const tolerance = 0.05;

interface Computing {
  embed(texts: string[]): Promise<readonly Float32Array[]>;
  reader: PassageReader;
}

/** Some drivers compute garbage without an error. Throws `model-nonsense`. */
export async function compareWithKnown(
  known: KnownValues,
  { embed, reader }: Computing,
): Promise<void> {
  const { signal } = new AbortController();
  const [first, ...others] = await embed([...known.texts]);
  for (const [index, expected] of known.cosinesToFirst.entries()) {
    near("cosine", cosine(first, others[index]), expected);
  }
  const passages = known.readings.map(({ passage }) => passage);
  const said = await reader.read(known.question, passages, signal);
  for (const [index, expected] of known.readings.entries()) {
    near("relevance", said[index]?.relevance, expected.relevance);
    near("no-answer", said[index]?.noAnswer, expected.noAnswer);
  }
  if (said[0]?.span !== known.answer) throw nonsense("span", said[0]?.span ?? "", known.answer);
  near("known", await reader.known(known.question, known.answer, signal, null), known.known);
}

function cosine(a: Float32Array | undefined, b: Float32Array | undefined): number | undefined {
  return b === undefined ? undefined : a?.reduce((sum, one, at) => sum + one * (b[at] ?? 0), 0);
}

function near(what: string, value = Number.NaN, expected: number): void {
  if (!(Math.abs(value - expected) <= tolerance)) throw nonsense(what, value, expected);
}

function nonsense(cause: string, value: number | string, expected: number | string): AppError {
  return new AppError("model-nonsense", { cause, value: String(value), expected });
}
