import * as z from "zod/mini";
import { libraryVisibility } from "../log/migrations/v8.ts";
import { passage, visibility } from "../log/types.ts";
import { type Chain, chain, line, recordLimits } from "../stages/chain-record.ts";

/** `file.ts` refuses newer versions. */
export const errorBookVersion = 1;

/** Absent before log version 9; then the library's visibility applies. */
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
  /** Every spelling; null if unknown. */
  gold: z.nullable(z.array(line)),
  /** Null if the chain was right at once. */
  wrong: z.nullable(chain),
  /** Null until found. */
  right: z.nullable(chain),
  rightBy: z.nullable(z.enum(["run", "data", "person"])),
  /**
   * `positive`: the final chain led to the gold answer or, without one, passed the checker
   * uncorrected.
   */
  label: z.enum(["positive", "negative"]),
  cause: z.enum(["gold", "checker", "user"]),
  /** The wrong chain's ids, else the right one's; a question without a chain has its node's. */
  ids: z.object({ run: z.string(), branch: z.string() }),
  library: searched,
  /** Exports leave them out unless asked for. */
  passages: z
    .array(
      z.extend(passage, { text: z.string().check(z.maxLength(recordLimits.passageCharacters)) }),
    )
    .check(z.maxLength(recordLimits.passages)),
});
export type ErrorRecord = z.infer<typeof errorRecord>;

export type PairedRecord = ErrorRecord & { wrong: Chain; right: Chain };

export function isPaired(record: ErrorRecord): record is PairedRecord {
  return record.wrong !== null && record.right !== null;
}
