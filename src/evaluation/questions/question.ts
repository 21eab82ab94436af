/** A question of the lab, with its gold answers and, where the set has them, its own paragraphs. */
import * as z from "zod/mini";
import { question } from "../../log/types.ts";

/** A passage that the answer rests on. */
const goldPassage = z.object({
  /** In a shared library. */
  id: z.optional(z.string()),
  title: z.string(),
  /** Index into `context` (MuSiQue, whose titles repeat), from 0. */
  para_idx: z.optional(z.int()),
  /** Indices into the `sentences` of the paragraph, from 0; a few sets point past the end. */
  sent_ids: z.optional(z.array(z.int())),
});
export type GoldPassage = z.infer<typeof goldPassage>;

const paragraph = z.object({ title: z.string(), sentences: z.array(z.string()) });
export type Paragraph = z.infer<typeof paragraph>;

/**
 * What `context` holds: the gold paragraphs among others, what a search found (gold may be
 * missing), or the gold paragraphs alone.
 */
export const contextKinds = ["distractor", "fullwiki", "gold_only"] as const;

export const optionList = z.array(z.string()).check(z.maxLength(50));

export const languageTag = z
  .string()
  .check(z.maxLength(35), z.regex(/^[a-z]{2,3}(?:-[a-z0-9]{1,8})*$/iu));

/** One row of a question file in the project's JSONL schema; fields that it does not name are dropped. */
export const questionRow = z.extend(question, {
  /** Name of the set that it is from. */
  dataset: z.optional(z.string()),
  level: z.optional(z.string()),
  /** What one may choose among; the question names them. */
  options: z.optional(optionList),
  /** A BCP-47 tag; absent: English. What is not English is scored by other rules. */
  language: z.optional(languageTag),
  /** What has several right answers: the aliases of each, which are all in `answers`, too (ASQA). */
  answerGroups: z.optional(
    z.array(z.array(z.string()).check(z.maxLength(500))).check(z.maxLength(100)),
  ),
  supporting: z.optional(z.array(goldPassage)),
  /** "#1" in a step stands for the answer of the first; `para_idx` is the step's own paragraph (MuSiQue). */
  decomposition: z.optional(
    z.array(z.object({ question: z.string(), answer: z.string(), para_idx: z.optional(z.int()) })),
  ),
  context: z.optional(z.array(paragraph)),
  context_kind: z.optional(z.enum(contextKinds)),
  /** StrategyQA: what one has to know. Shown, never given to a method. */
  facts: z.optional(z.array(z.string())),
  /** 2WikiMultihopQA: triples of subject, relation and object that the answer rests on. Likewise. */
  evidences: z.optional(z.array(z.array(z.string()))),
});
export type QuestionRow = z.infer<typeof questionRow>;

interface SeenPassage {
  id: string;
  title: string;
}

/** Where a passage was found: among the row's own paragraphs (`retrieval/libraries/question-context.ts`), or elsewhere. */
export type PassageSource = "own-context" | "shared";

/**
 * Which of the passages that the row's answer rests on a passage is, by a name that tells them
 * apart, or null for none of them; null in place of the function when the row names none. Own
 * paragraphs of MuSiQue go by their place, because their titles repeat; what is found elsewhere
 * goes by id or title.
 */
export function supportOf(
  row: Pick<QuestionRow, "id" | "supporting">,
  source: PassageSource,
): ((passage: SeenPassage) => string | null) | null {
  const gold = row.supporting ?? [];
  if (gold.length === 0) return null;
  return (passage) => {
    const found =
      gold.find((one) => one.id === passage.id) ??
      gold.find((one) =>
        goesByPlace(one, source)
          ? `${row.id}/${one.para_idx + 1}` === passage.id
          : one.title === passage.title,
      );
    return found === undefined ? null : goldName(found, source);
  };
}

/** How many different passages the row's answer rests on. */
export function supportCount(
  { supporting = [] }: Pick<QuestionRow, "supporting">,
  source: PassageSource,
): number {
  return new Set(supporting.map((one) => goldName(one, source))).size;
}

function goldName(gold: GoldPassage, source: PassageSource): string {
  return goesByPlace(gold, source) ? `#${gold.para_idx}` : (gold.id ?? gold.title);
}

function goesByPlace(
  gold: GoldPassage,
  source: PassageSource,
): gold is GoldPassage & { para_idx: number } {
  return source === "own-context" && gold.para_idx !== undefined;
}
