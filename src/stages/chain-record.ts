/** A chain as plain data: a run's queries in order, and its conclusion. */
import * as z from "zod/mini";

/** Limits of one record: runs stay below them, imported files must. */
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
  /** Null if the chain left the query unsolved. */
  answer: z.nullable(line),
});
export type ChainStep = z.infer<typeof chainStep>;

export const chain = z.object({
  steps: z.array(chainStep).check(z.maxLength(recordLimits.steps)),
  /** The chain's answer; "" if it never ended. */
  final: line,
  /** Steps that `final` cites, counted from 1. */
  rests: z.array(z.int().check(z.gte(1))).check(z.maxLength(recordLimits.steps)),
});
export type Chain = z.infer<typeof chain>;
