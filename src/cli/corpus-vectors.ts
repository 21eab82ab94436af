/** A corpus file as a library whose vectors are kept on disk, by the hash of what was embedded. */
import { join } from "node:path";
import type { RunSettings } from "../log/types.ts";
import type { OpenCorpus } from "../retrieval/libraries/corpus-open.ts";
import { cachedEmbedder, EmbeddingCache } from "../retrieval/libraries/embedding-cache.ts";
import { openCorpusFile } from "../retrieval/libraries/node.ts";
import type { Embedder, StopSignal } from "../runtime/ports.ts";
import { root } from "./node-ports.ts";

/** `kept`: those that are there, if all are, or nearly; `all`: the missing ones are computed first. */
export type VectorsWanted = "none" | "kept" | "all";

export interface KeptCorpus extends OpenCorpus {
  /** Resolves with how many passages are without a vector: 0 where meaning can be searched. */
  prepare(wanted: VectorsWanted, report: VectorsReport): Promise<number>;
}

export interface VectorsReport {
  progress(done: number, total: number): void;
}

/** So few are computed while a person waits: some seconds. */
const fewMissing = 200;

/** Opens the file for BM25; nothing is embedded before `prepare` is told to. */
export async function openKeptCorpus(
  path: string,
  encoder: Embedder,
  encoderSha256: () => Promise<string>,
  signal: StopSignal,
  folder = join(root, ".cache/embeddings"),
): Promise<KeptCorpus> {
  let embedder = encoder;
  const late: Embedder = { embed: (texts, stop) => embedder.embed(texts, stop) };
  const corpus = await openCorpusFile(path, { encoder: late, signal });
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
      // Queries are no part of what is kept.
      embedder = encoder;
      return 0;
    },
  };
}

/** Where some search goes by meaning alone, words cannot stand in for it; where both are asked, they do. */
export function vectorsWanted(
  { retrieval, source }: RunSettings,
  given: { vectors: boolean; needed: boolean },
): VectorsWanted {
  if (!given.needed) return "none";
  const mode = source.tool === "library" ? retrieval.mode : source.tool;
  const bothWillDo = source.choice === "fixed" && mode === "hybrid";
  return given.vectors || !bothWillDo ? "all" : "kept";
}
