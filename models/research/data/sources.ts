/** Reads training data. Only files named in `allowed.ts` can be read. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import * as z from "zod/mini";
import { isSourceName, type SourceName } from "./allowed.ts";

export type { SourceName } from "./allowed.ts";
export { sourceNames } from "./allowed.ts";

const text = z.optional(z.string());
const texts = z.optional(z.array(z.string()));

const paragraph = z.object({ title: z.string(), sentences: z.array(z.string()) });
export type Paragraph = z.infer<typeof paragraph>;

/** Union of the sources' row formats; the data folder's README lists which source has what. */
const sourceRow = z.object({
  id: z.string(),
  dataset: z.string(),
  /** Pairs have `query` instead. */
  question: text,
  query: text,
  answers: texts,
  type: text,
  level: text,
  context: z.optional(z.array(paragraph)),
  supporting: z.optional(
    z.array(
      z.object({
        title: z.string(),
        /** Indices into the paragraph's sentences; a few are out of range. */
        sent_ids: z.optional(z.array(z.int())),
        para_idx: z.optional(z.int()),
        snippet: text,
      }),
    ),
  ),
  decomposition: z.optional(
    z.array(z.object({ question: z.string(), answer: z.string(), para_idx: z.optional(z.int()) })),
  ),
  /** `[subject, relation, object]` (2Wiki). */
  evidences: z.optional(z.array(z.array(z.string()))),
  explanation: text,
  /** Offset of `answers[i]` in the single context string. */
  answer_starts: z.optional(z.array(z.int())),
  is_impossible: z.optional(z.boolean()),
  article: text,
  queries: texts,
  rewrite: text,
  task: text,
  hop1_answer: text,
  passage: text,
  label: z.optional(z.union([z.int(), z.string()])),
  facts: texts,
  choices: texts,
  cot: texts,
  trajectory: z.optional(
    z.array(z.object({ thought: text, action: text, input: text, observation: text })),
  ),
  correct: z.optional(z.boolean()),
  entity: text,
  relation: text,
  category: text,
});
export type SourceRow = z.infer<typeof sourceRow>;

/** All rows of a training source; throws for a file that may not be trained on. */
export async function readSource(dataFolder: string, name: SourceName): Promise<SourceRow[]> {
  if (!isSourceName(name)) throw new Error(`Not a training source: ${String(name)}`);
  const lines = await readLines(dataFolder, name);
  return lines.map((line) => sourceRow.parse(JSON.parse(line)));
}

export async function readLines(dataFolder: string, name: string): Promise<string[]> {
  const bytes = gunzipSync(await readFile(join(dataFolder, `${name}.jsonl.gz`)));
  return bytes.toString("utf8").split("\n").filter(Boolean);
}

/**
 * Half of the ten articles, chosen so that both halves have similar size (1,923 and 1,873 rows).
 */
const trainedArticles = new Set([
  "Imperialism",
  "Islamism",
  "Packet_switching",
  "Scottish_Parliament",
  "Yuan_dynasty",
]);

/**
 * Whether a row of `squad/dev` is for training, by its article; the other articles are for
 * selection.
 */
export function trainHalfOfSquad(row: Pick<SourceRow, "article">): boolean {
  if (row.article === undefined) throw new Error("A row of squad/dev has no article.");
  return trainedArticles.has(row.article);
}

/** Whether a question is in the 5 % kept for selection; the same in every source. */
export function devSplit(question: string): boolean {
  return unitHash(`dev/${plainQuestion(question)}`) < 0.05;
}

/** Lower case, words and numbers only: how the training data compares questions. */
export function plainQuestion(question: string): string {
  return question
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim();
}

/** A hash of the text in [0, 1). */
export function unitHash(text: string): number {
  return createHash("sha256").update(text).digest().readUInt32BE(0) / 2 ** 32;
}
