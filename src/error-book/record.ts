/**
 * The error book (CoopLLM): chains that went wrong, beside chains of the same question
 * that went right. Everything here is checked when it comes back from a file or storage.
 */
import * as z from "zod/mini";
import { passage } from "../log/types.ts";

/** Raised when the shape of a record changes; `file.ts` refuses newer ones. */
export const errorBookVersion = 1;

/** Bounds on what one record holds: runs stay below them, files from elsewhere must. */
export const recordLimits = {
  steps: 24,
  passages: 24,
  questionCharacters: 2000,
  lineCharacters: 2000,
  passageCharacters: 20_000,
} as const;

const line = z.string().check(z.maxLength(recordLimits.lineCharacters));

export const chainStep = z.object({
  query: line,
  /** Null where the chain left the query unsolved. */
  answer: z.nullable(line),
});
export type ChainStep = z.infer<typeof chainStep>;

export const chain = z.object({
  steps: z.array(chainStep).check(z.maxLength(recordLimits.steps)),
  /** What the chain answers; "" when it never came to an end. */
  final: line,
  /** The steps that `final` cites, counted from 1. */
  rests: z.array(z.int().check(z.gte(1))).check(z.maxLength(recordLimits.steps)),
});
export type Chain = z.infer<typeof chain>;

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
  /** The run and branch that the wrong chain comes from, or the right one where there is no wrong one. */
  ids: z.object({ run: z.string(), branch: z.string() }),
  /** What was searched. */
  library: z.object({ id: z.string(), title: z.string(), public: z.optional(z.boolean()) }),
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

/** Unlike for every chain of every run on this device. */
export function recordKey({ ids, cause }: Pick<ErrorRecord, "ids" | "cause">): string {
  return `${ids.run}/${ids.branch}/${cause}`;
}

/** A library that is neither embedded nor a data set's own paragraphs is the person's; they may make it public. */
export function isPrivateLibrary(library: { id: string; public?: boolean | undefined }): boolean {
  const { id } = library;
  return library.public !== true && id !== "factbook" && !id.startsWith("context:");
}
