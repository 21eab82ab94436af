import { join } from "node:path";
import type { BadLine } from "../retrieval/libraries/corpus-row.ts";
import { embeddedLibraries } from "../retrieval/libraries/embedded-libraries.ts";
import { type LibraryNames, namesIn, noNames } from "../retrieval/libraries/manifest.ts";
import type { OpenLibrary } from "../retrieval/libraries/open-library.ts";
import type { Embedder, StopSignal } from "../runtime/ports.ts";
import { openKeptCorpus, type VectorsWanted } from "./corpus-vectors.ts";
import type { BadFile } from "./documents.ts";
import { embeddedFor, encoderSha256, manifestOf } from "./embedded-vectors.ts";
import { findPlace, type Place } from "./place.ts";

export interface LibraryReport {
  badLine(line: BadLine): void;
  badFile(file: BadFile): void;
  vectors(done: number, total: number): void;
  /** The corpus is then searched by words alone. */
  withoutVectors(missing: number): void;
}

const silent: LibraryReport = {
  badLine: () => {},
  badFile: () => {},
  vectors: () => {},
  withoutVectors: () => {},
};

/**
 * `name` may be the path of a JSONL file or of a folder of documents; `encoderId` names an encoder
 * other than the page's.
 */
export async function openLibrary(
  name: string,
  encoder: Embedder,
  signal: StopSignal,
  options: {
    vectors?: VectorsWanted;
    encoderId?: string | undefined;
    report?: LibraryReport;
    place?: Place;
  } = {},
): Promise<Pick<OpenLibrary, "retriever"> & { names: LibraryNames }> {
  const { vectors = "all", encoderId, report = silent, place = findPlace() } = options;
  const embedded = embeddedLibraries.find(name);
  if (embedded !== null) {
    return {
      retriever: await embeddedFor(embedded, encoder, encoderId, signal, place),
      names: namesIn(await manifestOf(embedded, place)),
    };
  }
  const corpus = await openKeptCorpus(
    name,
    encoder,
    () => encoderSha256(encoderId, place),
    signal,
    join(place.cache, "embeddings"),
  );
  corpus.badLines.forEach(report.badLine);
  corpus.badFiles.forEach(report.badFile);
  const missing = await corpus.prepare(vectors, { progress: report.vectors });
  if (missing > 0) report.withoutVectors(missing);
  return { retriever: corpus.retriever, names: noNames };
}
