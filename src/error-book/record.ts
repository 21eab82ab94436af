/**
 * The error book (CoopLLM): chains that went wrong, beside chains of the same question
 * that went right. Everything here is checked when it comes back from a file or storage.
 */
import * as z from "zod/mini";
import { libraryVisibility } from "../log/migrations/v8.ts";
import { passage, visibility } from "../log/types.ts";
import { type Chain, chain, line, recordLimits } from "../stages/chain-record.ts";

/** Raised when the shape of a record changes; `file.ts` refuses newer ones. */
export const errorBookVersion = 1;

/** Records of before logs of version 9 tell of no visibility: that of the library's log then counts. */
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
  /** Every spelling of the gold answer; null where none is known. */
  gold: z.nullable(z.array(line)),
  /** Null in a record of a chain that was right at once. */
  wrong: z.nullable(chain),
  /** Null as long as nobody has found it. */
  right: z.nullable(chain),
  /** Who made the right chain: a run, the data set's own decomposition, a person; null without one. */
  rightBy: z.nullable(z.enum(["run", "data", "person"])),
  /**
   * Of the chain that the run ended with: `positive` when it led to the gold answer, or,
   * without one, when it passed the checker and nobody objected.
   */
  label: z.enum(["positive", "negative"]),
  /** Who says so: the gold answer, the checker's correction, or the person who asked. */
  cause: z.enum(["gold", "checker", "user"]),
  /**
   * The run and branch that the wrong chain comes from, or the right one where there is no wrong one; of
   * a question that was looked up as it stands, its node.
   */
  ids: z.object({ run: z.string(), branch: z.string() }),
  /** What was searched. */
  library: searched,
  /** The passages that the steps rest on. Exports leave them out unless asked for. */
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
