/** Questions with their gold answers, from JSONL files in the project's schema. */
import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import * as z from "zod/mini";
import { question } from "../core/types.ts";

const questionRow = z.extend(question, {
  supporting: z.optional(
    z.array(
      z.object({
        id: z.optional(z.string()),
        title: z.string(),
        /** Index into `context` (MuSiQue, whose titles repeat). */
        para_idx: z.optional(z.int()),
      }),
    ),
  ),
  context: z.optional(z.array(z.object({ title: z.string(), sentences: z.array(z.string()) }))),
});
export type QuestionRow = z.infer<typeof questionRow>;

/** The values of a JSONL file, gzipped or not. */
export async function readJsonLines(path: string): Promise<unknown[]> {
  const bytes = await readFile(path);
  const text = (path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line): unknown => JSON.parse(line));
}

export async function readRows(path: string): Promise<QuestionRow[]> {
  return (await readJsonLines(path)).map((value) => questionRow.parse(value));
}

/** For `parseArgs`: which rows of a file are taken. */
export const rowOptions = {
  limit: { type: "string", default: "1000000" },
  skip: { type: "string", default: "0" },
  every: { type: "string", default: "1" },
} as const;

/** From `skip` on, each `every`th, at most `limit`. */
export function selectRows<T>(
  rows: readonly T[],
  { limit, skip, every }: Record<keyof typeof rowOptions, string>,
): T[] {
  return rows
    .slice(Number(skip))
    .filter((_, index) => index % Number(every) === 0)
    .slice(0, Number(limit));
}

/** Whether a passage is one of those that the row's answer rests on; null when it names none. */
export function supportOf(row: QuestionRow): ((passage: SeenPassage) => string | null) | null {
  const gold = row.supporting ?? [];
  if (gold.length === 0) return null;
  return ({ id, title }) => {
    const found = gold.find((one) =>
      one.para_idx === undefined
        ? one.id === id || one.title === title
        : `${row.id}/${one.para_idx + 1}` === id,
    );
    return found === undefined ? null : goldName(found);
  };
}

interface SeenPassage {
  id: string;
  title: string;
}

/** How many different passages the row's answer rests on. */
export function supportCount({ supporting = [] }: QuestionRow): number {
  return new Set(supporting.map(goldName)).size;
}

function goldName({ id, title, para_idx }: NonNullable<QuestionRow["supporting"]>[number]): string {
  return para_idx === undefined ? (id ?? title) : `#${para_idx}`;
}
