/** Embeds an embedded library once for an encoder other than its own. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { passage } from "../log/types.ts";
import { openPassages } from "../retrieval/libraries/corpus-library.ts";
import type { EmbeddedLibrary } from "../retrieval/libraries/embedded-library.ts";
import { cachedEmbedder, EmbeddingCache } from "../retrieval/libraries/embedding-cache.ts";
import {
  type LibraryManifest,
  libraryManifest,
  vectorsManifest,
} from "../retrieval/libraries/manifest.ts";
import { openEmbedded } from "../retrieval/libraries/node.ts";
import type { Embedder, Retriever, StopSignal } from "../runtime/ports.ts";
import { findModel } from "./model-place.ts";
import { modelsIn } from "./node-ports.ts";
import { findPlace, type Place } from "./place.ts";

/** Embedding queries and passages with different weights would measure a mixture. */
export async function embeddedFor(
  embedded: EmbeddedLibrary,
  encoder: Embedder,
  wanted: string | undefined,
  signal: StopSignal,
  place: Place = findPlace(),
): Promise<Retriever> {
  const { root } = place;
  const folder = folderOf(embedded, place);
  const sha256 = await encoderSha256(wanted, place);
  const vectors = vectorsManifest.parse(await json(folder, "vectors.json"));
  if (vectors.encoder.sha256 === sha256) {
    return (await openEmbedded(embedded, { root, encoder })).retriever;
  }
  const manifest = await manifestOf(embedded, place);
  const { id, title, edition, passages: count, visibility } = manifest;
  const lines = (await readFile(join(folder, "passages.jsonl"), "utf8")).trim().split("\n");
  const passages = lines.map((line) => passage.parse(JSON.parse(line)));
  const cache = await EmbeddingCache.open(join(place.cache, "embeddings"), sha256);
  const cached = cachedEmbedder(encoder, cache);
  const ref = { id, title, edition, passages: count, visibility };
  const library = await openPassages(ref, passages, cached, manifest);
  await library.computeVectors(signal).finally(() => cache.save());
  return library.retriever;
}

export async function manifestOf(
  embedded: EmbeddedLibrary,
  place: Place,
): Promise<LibraryManifest> {
  return libraryManifest.parse(await json(folderOf(embedded, place), "library.json"));
}

function folderOf({ id }: EmbeddedLibrary, { root }: Place): string {
  return join(root, "public/library", id);
}

async function json(folder: string, name: string): Promise<unknown> {
  return JSON.parse(await readFile(join(folder, name), "utf8"));
}

/** `id@sha256` of the encoder's weights; a router is bound to it. */
export async function encoderIdFor(
  wanted: string | undefined,
  place: Place = findPlace(),
): Promise<string> {
  return `${await encoderNameFor(wanted, place)}@${await encoderSha256(wanted, place)}`;
}

export async function encoderNameFor(
  wanted: string | undefined,
  place: Place = findPlace(),
): Promise<string> {
  const { model } = await findModel(modelsIn(place), "encoder", wanted);
  return model.id;
}

export async function encoderSha256(
  wanted: string | undefined,
  place: Place = findPlace(),
): Promise<string> {
  const { model, modelsFolder } = await findModel(modelsIn(place), "encoder", wanted);
  const hash = createHash("sha256");
  const graph = join(modelsFolder, model.path ?? "", "onnx/model_quantized.onnx");
  const beside = await stat(`${graph}_data`).catch(() => null);
  await pipeline(createReadStream(beside === null ? graph : `${graph}_data`), hash);
  return hash.digest("hex");
}
