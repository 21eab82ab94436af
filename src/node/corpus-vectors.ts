import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { RunSettings } from "../log/types.ts";
import type { PassageLibrary } from "../retrieval/libraries/corpus-library.ts";
import type { BadLine } from "../retrieval/libraries/corpus-row.ts";
import { cachedEmbedder, EmbeddingCache } from "../retrieval/libraries/embedding-cache.ts";
import { openCorpusFile } from "../retrieval/libraries/node.ts";
import type { Embedder, StopSignal } from "../runtime/ports.ts";
import { type BadFile, openDocuments } from "./documents.ts";
import { findPlace } from "./place.ts";

/** `kept`: uses stored vectors if nearly all exist; `all`: computes the missing ones first. */
export type VectorsWanted = "none" | "kept" | "all";

export interface KeptCorpus extends PassageLibrary {
  /** Left out because they cannot be read. */
  badLines: readonly BadLine[];
  badFiles: readonly BadFile[];
  /** Resolves to the number of passages without a vector. */
  prepare(wanted: VectorsWanted, report: VectorsReport): Promise<number>;
}

export interface VectorsReport {
  progress(done: number, total: number): void;
}

/** Computing these takes seconds. */
const fewMissing = 200;

/** A JSONL file, or a folder of documents. Embeds nothing before `prepare`. */
export async function openKeptCorpus(
  path: string,
  encoder: Embedder,
  encoderSha256: () => Promise<string>,
  signal: StopSignal,
  folder = join(findPlace().cache, "embeddings"),
): Promise<KeptCorpus> {
  let embedder = encoder;
  const late: Embedder = { embed: (texts, stop) => embedder.embed(texts, stop) };
  const corpus = await openAt(path, late, signal);
  return {
    ...corpus,
    async prepare(wanted, { progress }) {
      if (wanted === "none") return 0;
      const cache = await EmbeddingCache.open(folder, await encoderSha256());
      const texts = corpus.embeddedTexts();
      const missing = texts.filter((text) => cache.get(text) === undefined).length;
      if (wanted === "kept" && missing > fewMissing) return missing;
      embedder = cachedEmbedder(encoder, cache);
      await corpus
        .computeVectors(signal, (state) => {
          if (state.status === "computing" && missing > 0) progress(state.done, state.total);
        })
        .finally(() => cache.save());
      // Queries still need the encoder.
      embedder = encoder;
      return 0;
    },
  };
}

async function openAt(path: string, encoder: Embedder, signal: StopSignal) {
  const isFolder = (await stat(path).catch(() => null))?.isDirectory() ?? false;
  if (isFolder) return { badLines: [], ...(await openDocuments(path, { encoder, signal })) };
  const { read, ...corpus } = await openCorpusFile(path, { encoder, signal });
  return { badLines: read.badLines, badFiles: [], ...corpus };
}

/** Search by vectors alone needs all of them; hybrid search falls back to words. */
export function vectorsWanted(
  { retrieval, source }: RunSettings,
  given: { vectors: boolean; needed: boolean },
): VectorsWanted {
  if (!given.needed) return "none";
  const mode = source.tool === "library" ? retrieval.mode : source.tool;
  const bothWillDo = source.choice === "fixed" && mode === "hybrid";
  return given.vectors || !bothWillDo ? "all" : "kept";
}
