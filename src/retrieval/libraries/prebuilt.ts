import type { Embedder, LibraryRef } from "../../runtime/ports.ts";
import { buildBm25 } from "../bm25.ts";
import type { PassageVectors } from "../dense.ts";
import { createRetriever } from "../retriever.ts";
import { type LibraryManifest, vectorsManifest } from "./manifest.ts";
import type { DenseOffReason, DenseState, OpenLibrary } from "./open-library.ts";
import { decode, isDamage, type ReadFile, readManifest, readPassages } from "./prebuilt-files.ts";

/** Has BM25 only, if the encoder or matching vectors are missing. */
export async function openPrebuilt(read: ReadFile, encoder: Embedder | null): Promise<OpenLibrary> {
  const manifest = await readManifest(read);
  const passages = await readPassages(read, manifest);
  const vectors = encoder ? await readVectors(read, manifest) : "no-encoder";
  const dense = encoder && typeof vectors === "object" ? { vectors, embedder: encoder } : null;
  const state: DenseState =
    typeof vectors === "object" ? { status: "ready" } : { status: "off", reason: vectors };
  const bm25 = await buildBm25(passages);
  const library: LibraryRef = {
    id: manifest.id,
    title: manifest.title,
    edition: manifest.edition,
    passages: manifest.passages,
    visibility: manifest.visibility,
  };
  const words = { aliases: manifest.aliases, quantities: manifest.quantities };
  const { namesFirst } = manifest;
  return {
    retriever: createRetriever({ library, words, namesFirst, passages, bm25, dense: () => dense }),
    dense: () => state,
  };
}

async function readVectors(
  read: ReadFile,
  manifest: LibraryManifest,
): Promise<PassageVectors | DenseOffReason> {
  const json = await read("vectors.json").catch((thrown: unknown) => {
    if (isDamage(thrown)) throw thrown;
    return null;
  });
  if (!json) return "no-vectors";
  const header = vectorsManifest.parse(JSON.parse(decode(json)));
  if (header.passagesSha256 !== manifest.sha256) return "vectors-do-not-fit";
  const bytes = await read("vectors.i8.bin");
  if (bytes.byteLength !== header.count * header.dimensions) return "vectors-do-not-fit";
  return {
    dimensions: header.dimensions,
    scale: header.scale,
    values: new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength),
  };
}
