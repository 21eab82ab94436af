import * as z from "zod/mini";

/** Runs stay below these limits; imported files must. */
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
  /** Null if unsolved. */
  answer: z.nullable(line),
});
export type ChainStep = z.infer<typeof chainStep>;

export const chain = z.object({
  steps: z.array(chainStep).check(z.maxLength(recordLimits.steps)),
  /** "" if it never ended. */
  final: line,
  /** Numbers of the steps that `final` cites, from 1. */
  rests: z.array(z.int().check(z.gte(1))).check(z.maxLength(recordLimits.steps)),
});
export type Chain = z.infer<typeof chain>;
