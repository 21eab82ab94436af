/**
 * The error book (CoopLLM): chains that went wrong, paired with right chains of the same question.
 * These schemas validate records from files and storage.
 */
import * as z from "zod/mini";
import { libraryVisibility } from "../log/migrations/v8.ts";
import { passage, visibility } from "../log/types.ts";
import { type Chain, chain, line, recordLimits } from "../stages/chain-record.ts";

/** Raised when the shape of a record changes; `file.ts` refuses newer ones. */
export const errorBookVersion = 1;

/** Records from before log version 9 have no visibility; the log library's visibility applies. */
const searched = z.pipe(
  z.object({
    id: z.string(),
    title: z.string(),
    visibility: z.optional(visibility),
    public: z.optional(z.boolean()),
  }),
  z.transform(({ id, title, visibility: told, public: isPublic }) => ({
    id,
    title,
    visibility: told ?? libraryVisibility({ id, public: isPublic }),
  })),
);

export const errorRecord = z.object({
  version: z.literal(errorBookVersion),
  question: z.string().check(z.maxLength(recordLimits.questionCharacters)),
  /** Every spelling of the gold answer; null if unknown. */
  gold: z.nullable(z.array(line)),
  /** Null in a record of a chain that was right at once. */
  wrong: z.nullable(chain),
  /** Null until a right chain is found. */
  right: z.nullable(chain),
  /**
   * Source of the right chain: a run, the data set's own decomposition, a user; null without one.
   */
  rightBy: z.nullable(z.enum(["run", "data", "person"])),
  /**
   * Label of the run's final chain: `positive` when it led to the gold answer, or, without one,
   * when it passed the checker and was never corrected.
   */
  label: z.enum(["positive", "negative"]),
  /** Source of the judgement: the gold answer, the checker's correction, or the user. */
  cause: z.enum(["gold", "checker", "user"]),
  /**
   * Run and branch of the wrong chain, or of the right one if there is no wrong one; for a question
   * without a chain, its node.
   */
  ids: z.object({ run: z.string(), branch: z.string() }),
  library: searched,
  /** The passages that support the steps. Exports leave them out unless asked for. */
  passages: z
    .array(
      z.extend(passage, { text: z.string().check(z.maxLength(recordLimits.passageCharacters)) }),
    )
    .check(z.maxLength(recordLimits.passages)),
});
export type ErrorRecord = z.infer<typeof errorRecord>;

/** A record that training can pair: an erroneous path in, a correct path out. */
export type PairedRecord = ErrorRecord & { wrong: Chain; right: Chain };

export function isPaired(record: ErrorRecord): record is PairedRecord {
  return record.wrong !== null && record.right !== null;
}
