/**
 * Sends a corpus line by line in batches and records the last accepted line, so that the same
 * command resumes.
 */
import { AppError } from "../../log/errors.ts";
import type { Passage } from "../../log/types.ts";
import { passagesOfRow } from "../../retrieval/libraries/corpus.ts";
import { linesOf } from "../../retrieval/libraries/corpus-lines.ts";
import { type BadLine, parseRow } from "../../retrieval/libraries/corpus-row.ts";
import { embeddedText } from "../../retrieval/libraries/embedded-text.ts";
import type { Embedder } from "../../runtime/ports.ts";
import { type BulkCounts, noCounts, sendBulk, summed } from "./bulk.ts";
import type { Cluster } from "./cluster.ts";

export interface IndexingReport {
  badLine(line: BadLine): void;
  /** `lines` were read; `counts` covers this command only. */
  progress(lines: number, counts: BulkCounts): void;
  wait(reason: string): void;
}

export interface IndexingOptions {
  /** Null: no vectors. */
  embedder: Embedder | null;
  from: number;
  signal: AbortSignal;
  report: IndexingReport;
  /** Everything up to this line is indexed. */
  taken(line: number): Promise<void>;
}

/** These bound memory; the corpus itself has no limit. */
const limits = {
  maxBytes: Number.POSITIVE_INFINITY,
  maxLineLength: 50_000_000,
  endlessLength: 1_000_000_000,
};
const batchPassages = 500;
const batchCharacters = 4_000_000;
const embeddedAtOnce = 16;

/** Throws UsageError if the index takes no more, `corpus-line-invalid` if the corpus breaks off. */
export async function indexCorpus(
  bytes: ReadableStream<Uint8Array<ArrayBuffer>>,
  cluster: Cluster,
  { embedder, from, signal, report, taken }: IndexingOptions,
): Promise<BulkCounts & { lines: number }> {
  let counts = noCounts;
  let batch: Passage[] = [];
  let characters = 0;
  let lines = from;
  async function send(): Promise<void> {
    const vectors = embedder === null ? [] : await vectorsOf(batch, embedder, signal);
    const passages = batch.map((passage, place) => {
      const vector = vectors[place];
      return vector === undefined ? passage : { ...passage, vector };
    });
    counts = summed(counts, await sendBulk(cluster, passages, signal, report.wait));
    batch = [];
    characters = 0;
    await taken(lines);
    report.progress(lines, counts);
  }
  let broken: AppError | null = null;
  try {
    for await (const { number, line } of linesOf(bytes, limits, () => {})) {
      signal.throwIfAborted();
      if (number <= from || line?.trim() === "") continue;
      const row = line === null ? "line-too-long" : parseRow(line, number);
      if (typeof row === "string") report.badLine({ line: number, reason: row });
      else {
        for (const passage of passagesOfRow(row)) {
          batch.push(passage);
          characters += passage.text.length;
          // A line counts as accepted only with its last passage.
          if (batch.length >= batchPassages || characters >= batchCharacters) await send();
        }
      }
      lines = number;
    }
  } catch (thrown) {
    if (!(thrown instanceof AppError) || thrown.code !== "corpus-line-invalid") throw thrown;
    broken = thrown;
  }
  // These passages precede the unreadable line.
  await send();
  if (broken !== null) throw broken;
  return { ...counts, lines };
}

async function vectorsOf(
  passages: readonly Passage[],
  embedder: Embedder,
  signal: AbortSignal,
): Promise<Float32Array[]> {
  const vectors: Float32Array[] = [];
  for (let from = 0; from < passages.length; from += embeddedAtOnce) {
    const texts = passages.slice(from, from + embeddedAtOnce).map(embeddedText);
    for (const vector of await embedder.embed(texts, signal)) vectors.push(vector);
  }
  return vectors;
}
