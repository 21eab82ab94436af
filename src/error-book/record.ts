/** CoopLLM's error book. Schemas validate files and storage. */
import * as z from "zod/mini";
import { libraryVisibility } from "../log/migrations/v8.ts";
import { passage, visibility } from "../log/types.ts";
import { type Chain, chain, line, recordLimits } from "../stages/chain-record.ts";

/** `file.ts` refuses newer versions. */
export const errorBookVersion = 1;

/** Absent before log version 9: the library's applies. */
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
  /** Null if right at once. */
  wrong: z.nullable(chain),
  /** Null until found. */
  right: z.nullable(chain),
  /** Null without a right chain. */
  rightBy: z.nullable(z.enum(["run", "data", "person"])),
  /** `positive`: led to gold or, without one, passed the checker uncorrected. */
  label: z.enum(["positive", "negative"]),
  /** Judged by gold, checker or user. */
  cause: z.enum(["gold", "checker", "user"]),
  /** The wrong chain's, else the right one's; without a chain, its node. */
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

/** Training can pair it. */
export type PairedRecord = ErrorRecord & { wrong: Chain; right: Chain };

export function isPaired(record: ErrorRecord): record is PairedRecord {
  return record.wrong !== null && record.right !== null;
}
