/** Built files that the language model's rows are made from; each may be missing. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod/mini";

const step = z.object({ query: z.string(), answer: z.string() });
const steps = z.array(step);

/** `factbook-chains.jsonl`; `rests` are steps counted from 1. */
export const factbookChain = z.object({
  id: z.string(),
  question: z.string(),
  answers: z.array(z.string()),
  type: z.string(),
  steps: z.array(z.extend(step, { passageId: z.string() })),
  rests: z.array(z.int()),
});
export type FactbookChain = z.infer<typeof factbookChain>;

export const factbookSpan = z.object({
  question: z.string(),
  answer: z.string(),
  passageId: z.string(),
});
export type FactbookSpan = z.infer<typeof factbookSpan>;

export const readExample = z.object({
  source: z.string(),
  question: z.string(),
  title: z.string(),
  text: z.string(),
  kind: z.enum(["span", "yes", "no", "none"]),
  answers: z.array(z.object({ text: z.string(), start: z.int() })),
});
export type ReadExample = z.infer<typeof readExample>;

export const relevanceExample = z.object({
  source: z.string(),
  question: z.string(),
  passages: z.array(
    z.object({ title: z.string(), text: z.string(), label: z.union([z.literal(0), z.literal(1)]) }),
  ),
});
export type RelevanceExample = z.infer<typeof relevanceExample>;

/** `error-book.jsonl`: a wrong chain and the right one. */
export const errorBookRecord = z.object({
  question: z.string(),
  wrong: z.object({ steps, final: z.string() }),
  right: z.object({ steps, final: z.string(), rests: z.array(z.int()) }),
});
export type ErrorBookRecord = z.infer<typeof errorBookRecord>;

/**
 * `chains-run.jsonl`: whether the model's own plan or conclusion of a training question was right.
 */
export const chainRun = z.object({
  question: z.string(),
  solvedSteps: steps,
  right: z.boolean(),
  stage: z.enum(["plan", "summarise"]),
});
export type ChainRun = z.infer<typeof chainRun>;

export const proxyAnswer = z.object({
  question: z.string(),
  answer: z.string(),
  right: z.boolean(),
});
export type ProxyAnswer = z.infer<typeof proxyAnswer>;

/**
 * `lm-known.jsonl`: a chain of `lm-chains.jsonl` with the steps that the model answered correctly
 * from memory.
 */
export const knownChain = z.object({
  question: z.string(),
  steps: z.array(z.extend(step, { known: z.boolean() })),
  final: z.string(),
  rests: z.array(z.int()),
});
export type KnownChain = z.infer<typeof knownChain>;

/** The rows of a built file; empty if it has not been built. */
export async function readBuilt<Row>(
  folder: string,
  name: string,
  schema: z.ZodMiniType<Row>,
): Promise<Row[]> {
  const text = await readFile(join(folder, name), "utf8").catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw error;
  });
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => schema.parse(JSON.parse(line)));
}
