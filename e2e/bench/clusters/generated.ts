import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { finished } from "node:stream/promises";
import { createGzip } from "node:zlib";
import * as z from "zod/mini";
import { linesOfZip } from "./questions.ts";

const row = z.looseObject({ text: z.string() });

/** Each document has four sentences; all are deterministic. */
export async function writeGenerated(
  path: string,
  count: number,
  corpora: readonly string[],
): Promise<void> {
  const sentences = await sentencesIn(corpora);
  const zip = createGzip({ level: 1 });
  const file = zip.pipe(createWriteStream(path));
  let state = 1;
  const draw = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return sentences[Math.floor((state / 2 ** 32) * sentences.length)] ?? "";
  };
  for (let at = 0; at < count; at += 1) {
    const text = Array.from({ length: 4 }, draw).join(" ");
    const row = { id: `g${at}`, title: text.split(" ").slice(0, 3).join(" "), text };
    if (!zip.write(`${JSON.stringify(row)}\n`)) await once(zip, "drain");
  }
  zip.end();
  await finished(file);
}

async function sentencesIn(corpora: readonly string[]): Promise<string[]> {
  const sentences: string[] = [];
  for (const path of corpora) {
    for await (const line of linesOfZip(path)) {
      const { text } = row.parse(JSON.parse(line));
      sentences.push(...text.split(/(?<=[.!?]) (?=\p{Lu})/u));
    }
  }
  return sentences;
}
