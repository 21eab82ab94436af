/** A chain as plain data: what a run asked, in its order, and what it concluded. */
import * as z from "zod/mini";

/** Bounds on what one record holds: runs stay below them, files from elsewhere must. */
export const recordLimits = {
  steps: 24,
  passages: 24,
  questionCharacters: 2000,
  lineCharacters: 2000,
  passageCharacters: 20_000,
} as const;

export const line = z.string().check(z.maxLength(recordLimits.lineCharacters));

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
