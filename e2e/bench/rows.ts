import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import { type QuestionRow, questionRow } from "../../src/evaluation/questions/question.ts";

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

export const rowOptions = {
  limit: { type: "string", default: "1000000" },
  skip: { type: "string", default: "0" },
  every: { type: "string", default: "1" },
} as const;

export function selectRows<T>(
  rows: readonly T[],
  { limit, skip, every }: Record<keyof typeof rowOptions, string>,
): T[] {
  return rows
    .slice(Number(skip))
    .filter((_, index) => index % Number(every) === 0)
    .slice(0, Number(limit));
}
