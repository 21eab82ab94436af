import type { BadLine } from "../retrieval/libraries/corpus-row.ts";
import { embeddedLibraries } from "../retrieval/libraries/embedded-libraries.ts";
import { openEmbedded } from "../retrieval/libraries/node.ts";
import type { OpenLibrary } from "../retrieval/libraries/open-library.ts";
import type { Embedder, StopSignal } from "../runtime/ports.ts";
import { openKeptCorpus, type VectorsWanted } from "./corpus-vectors.ts";
import { encoderSha256 } from "./embedded-vectors.ts";
import { root } from "./node-ports.ts";

export interface LibraryReport {
  badLine(line: BadLine): void;
  vectors(done: number, total: number): void;
  /** The corpus is then searched by words alone. */
  withoutVectors(missing: number): void;
}

const silent: LibraryReport = { badLine: () => {}, vectors: () => {}, withoutVectors: () => {} };

/** `id` may be a JSONL path; `encoderId` names an encoder other than the page's. */
export async function openLibrary(
  name: string,
  encoder: Embedder,
  signal: StopSignal,
  options: { vectors?: VectorsWanted; encoderId?: string | undefined; report?: LibraryReport } = {},
): Promise<OpenLibrary> {
  const { vectors = "all", encoderId, report = silent } = options;
  const embedded = embeddedLibraries.find(name);
  if (embedded !== null) return openEmbedded(embedded, { root, encoder });
  const corpus = await openKeptCorpus(name, encoder, () => encoderSha256(encoderId), signal);
  corpus.read.badLines.forEach(report.badLine);
  const missing = await corpus.prepare(vectors, { progress: report.vectors });
  if (missing > 0) report.withoutVectors(missing);
  return corpus;
}
