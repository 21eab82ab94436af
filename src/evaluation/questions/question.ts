import * as z from "zod/mini";
import { question } from "../../log/types.ts";

const goldPassage = z.object({
  /** In a shared library. */
  id: z.optional(z.string()),
  title: z.string(),
  /** 0-based index into `context` (MuSiQue, whose titles repeat). */
  para_idx: z.optional(z.int()),
  /** 0-based; a few sets point past the end. */
  sent_ids: z.optional(z.array(z.int())),
});
export type GoldPassage = z.infer<typeof goldPassage>;

const paragraph = z.object({ title: z.string(), sentences: z.array(z.string()) });
export type Paragraph = z.infer<typeof paragraph>;

/**
 * `distractor`: gold among other paragraphs; `fullwiki`: search results, where gold may be missing.
 */
export const contextKinds = ["distractor", "fullwiki", "gold_only"] as const;

export const optionList = z.array(z.string()).check(z.maxLength(50));

export const languageTag = z
  .string()
  .check(z.maxLength(35), z.regex(/^[a-z]{2,3}(?:-[a-z0-9]{1,8})*$/iu));

export const questionRow = z.extend(question, {
  dataset: z.optional(z.string()),
  level: z.optional(z.string()),
  /** The options to choose from; the question names them. */
  options: z.optional(optionList),
  /** A BCP-47 tag; absent: English. Other languages are scored by other rules. */
  language: z.optional(languageTag),
  /** The aliases of each right answer, all of them in `answers`, too (ASQA). */
  answerGroups: z.optional(
    z.array(z.array(z.string()).check(z.maxLength(500))).check(z.maxLength(100)),
  ),
  supporting: z.optional(z.array(goldPassage)),
  /**
   * "#1" in a step refers to the first answer; `para_idx` is the step's own paragraph (MuSiQue).
   */
  decomposition: z.optional(
    z.array(z.object({ question: z.string(), answer: z.string(), para_idx: z.optional(z.int()) })),
  ),
  context: z.optional(z.array(paragraph)),
  context_kind: z.optional(z.enum(contextKinds)),
  /** From StrategyQA; shown, never given to a method. */
  facts: z.optional(z.array(z.string())),
  /** Subject, relation and object, from 2WikiMultihopQA; shown, never given to a method. */
  evidences: z.optional(z.array(z.array(z.string()))),
});
export type QuestionRow = z.infer<typeof questionRow>;

interface SeenPassage {
  id: string;
  title: string;
}

export type PassageSource = "own-context" | "shared";

/**
 * Maps a passage to its distinct name among the gold ones. MuSiQue's titles repeat, so its own
 * paragraphs use their index.
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
