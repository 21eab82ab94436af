/**
 * Written for this project. A 135 M model copies what it has just seen, so each question gets the
 * examples nearest in wording.
 */
import * as z from "zod/mini";
import type { Step } from "../../runtime/prompts.ts";
import examples from "./examples.json";

export interface WorkedExample {
  question: string;
  steps: readonly Step[];
  final: string;
}

/** In the file a step is [query, answer]. */
const rows = z.array(
  z.object({
    question: z.string(),
    steps: z.array(z.tuple([z.string(), z.string()])),
    final: z.string(),
  }),
);

export const workedExamples: readonly WorkedExample[] = rows.parse(examples).map((row) => ({
  ...row,
  steps: row.steps.map(([query, answer]) => ({ query, answer })),
}));

/**
 * Nearest last, where the model looks first. Names are masked, since the question's shape decides.
 */
export function nearestExamples(question: string, count: number): WorkedExample[] {
  const wanted = shape(question);
  return shapes
    .map((other, index) => ({
      example: workedExamples[index],
      index,
      score: similarity(wanted, other),
    }))
    .sort((a, b) => b.score - a.score || a.index - b.index)
    .slice(0, count)
    .reverse()
    .flatMap(({ example }) => (example === undefined ? [] : [example]));
}

function shape(question: string): Set<string> {
  const words = (question.match(/[\p{L}\p{N}'’-]+/gu) ?? []).map((word, index) =>
    index > 0 && /^[\p{Lu}\p{N}]/u.test(word) ? "§" : word.toLowerCase(),
  );
  return new Set([...words, ...words.slice(1).map((word, index) => `${words[index]} ${word}`)]);
}

/** The Dice coefficient, in [0, 1]. */
function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = [...a].filter((part) => b.has(part)).length;
  return (2 * common) / Math.max(1, a.size + b.size);
}

const shapes = workedExamples.map((example) => shape(example.question));
