/**
 * Writes the language model's rows: `lm-train.jsonl`, `lm-dev.jsonl`, `lm-reader.jsonl`, and the
 * chains to ask, `lm-chains.jsonl`.
 */

import { readFacts } from "../../../src/retrieval/libraries/factbook/facts.ts";
import { passagesOf } from "../../../src/retrieval/libraries/factbook/passages.ts";
import { type Output, writeJsonl } from "./build-output.ts";
import { isLeak } from "./leaks.ts";
import { askedChains } from "./lm-asked.ts";
import { loadMaterial } from "./lm-material.ts";
import { secondReaderRows } from "./lm-reader.ts";
import type { LmRow } from "./lm-row.ts";
import { buildLmRows, countRows } from "./lm-rows.ts";
import { devSplit } from "./sources.ts";

/** Reads the other builds' output in the same folder; returns a report of the counts. */
export async function writeLmRows(
  dataFolder: string,
  output: Pick<Output, "folder" | "tests" | "report">,
): Promise<string> {
  const passages = passagesOf(await readFacts());
  const material = await loadMaterial(dataFolder, output.folder, passages);
  const leaks = (question: string) => isLeak(question, output.tests);
  const isKept = (question: string) =>
    devSplit(question) || material.selected.has(question) || leaks(question);
  const { train, dev } = buildLmRows(material, leaks);
  const reader = secondReaderRows(material.read, train, isKept);
  await writeJsonl(output, "lm-chains", askedChains(material, leaks));
  await writeJsonl(output, "lm-train", train);
  await writeJsonl(output, "lm-dev", dev);
  await writeJsonl(output, "lm-reader", reader);
  return [
    `${train.length} rows to train, ${dev.length} to select`,
    ...countLines(train),
    `${reader.length} rows for the second reader`,
    ...countLines(reader),
  ].join("\n");
}

function countLines(rows: readonly LmRow[]): string[] {
  return [...countRows(rows)].map(([skill, sources]) => {
    const counts = [...sources].map(([source, count]) => `${source} ${count}`);
    return `${skill}: ${counts.join(", ")}`;
  });
}
