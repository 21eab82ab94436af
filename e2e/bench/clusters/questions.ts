import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { createGunzip } from "node:zlib";
import * as z from "zod/mini";
import type { SearchTool } from "../../../src/runtime/ports.ts";

const page = z.looseObject({ title: z.string() });
const question = z.looseObject({
  question: z.string(),
  supporting: z._default(z.array(page), []),
});
export type Question = z.output<typeof question>;

const never = new AbortController().signal;

export async function* linesOfZip(path: string): AsyncGenerator<string> {
  const input = createReadStream(path).pipe(createGunzip());
  for await (const line of createInterface({ input })) yield line;
}

export async function questionsIn(path: string, most: number): Promise<Question[]> {
  const found: Question[] = [];
  for await (const line of linesOfZip(path)) {
    if (found.length === most) break;
    found.push(question.parse(JSON.parse(line)));
  }
  return found;
}

/** The times are milliseconds that a run waits for the engine. */
export async function timed(
  tool: SearchTool,
  questions: readonly Question[],
  embed?: (text: string) => Promise<Float32Array>,
): Promise<string> {
  const took: number[] = [];
  let found = 0;
  let wanted = 0;
  for (const { question: text, supporting } of questions) {
    const startedMs = performance.now();
    const query = { text, k: 10, ...(embed === undefined ? {} : { embed }) };
    const { passages } = await tool.search(query, never);
    took.push(performance.now() - startedMs);
    const titles = new Set(passages.map(({ title }) => title));
    wanted += supporting.length;
    found += supporting.filter(({ title }) => titles.has(title)).length;
  }
  took.sort((one, other) => one - other);
  const at = (share: number) => (took[Math.floor(share * took.length)] ?? 0).toFixed(0);
  const recall = wanted === 0 ? "—" : `${((100 * found) / wanted).toFixed(0)}%`;
  return `${took.length} questions: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms; supporting pages among ten: ${recall}`;
}
