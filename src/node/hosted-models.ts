/** Copies the models and the library that a page serves to this machine, once. */
import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import * as z from "zod/mini";
import { AppError, toAppError } from "../log/errors.ts";
import { catalogue, withPacked } from "../models/catalogue.ts";
import { type CatalogueModel, fetchedBytes, fetchedPath } from "../models/catalogue-model.ts";
import { embeddedLibraries } from "../retrieval/libraries/embedded-libraries.ts";
import { prebuiltFiles } from "../retrieval/libraries/prebuilt-files.ts";
import { readVerified } from "../shared/integrity/healed.ts";
import { fetchOwn, hashOf, libraryFile, type OwnFile } from "../shared/integrity/own-files.ts";
import type { PackedList } from "../shared/integrity/packed.ts";
import { type FilePart, partsOf, whole } from "../shared/integrity/parts.ts";
import { type Place, personalCache } from "./place.ts";

export function isAddress(models: string): boolean {
  return /^https?:\/\//iu.test(models);
}

/**
 * The page must be of this version: every file is compared with a hash in this code or in the
 * catalogue. Throws `download-failed` and `integrity-failed`.
 */
export async function fetchPlace(address: string, signal: AbortSignal): Promise<Place> {
  const cache = personalCache();
  const root = join(cache, `models-${hashOf("models/catalogue.json").slice(0, 16)}`);
  const place = { root, cache };
  if ((await readFile(join(root, complete)).catch(() => null)) !== null) return place;
  // A copy that was broken off, or is made by another process, is not seen.
  const draft = `${root}.${randomUUID()}`;
  try {
    const base = address.endsWith("/") ? address : `${address}/`;
    await copyAll(base, draft, signal);
    await rename(draft, root).catch(async () => {
      await rm(root, { recursive: true, force: true });
      await rename(draft, root);
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return place;
}

const complete = "complete";

async function copyAll(base: string, folder: string, signal: AbortSignal): Promise<void> {
  const keep = async (path: string, bytes: Uint8Array) => {
    if (signal.aborted) throw new AppError("stopped");
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), bytes);
  };
  const packed = await packedAt(base, signal);
  const bytes = await fetchOwn("models/catalogue.json", `${base}models/catalogue.json`);
  await keep("models/catalogue.json", bytes);
  const own: OwnFile[] = embeddedLibraries.all.flatMap(({ id }) =>
    prebuiltFiles.map((name) => libraryFile(id, name)),
  );
  for (const file of [...own, "examples/where-it-pays.json"] as const) {
    await keep(`public/${file}`, await fetchOwn(file, base + file, packed));
  }
  const listed = catalogue.parse(JSON.parse(new TextDecoder().decode(bytes)));
  const { models } = withPacked(listed, packed);
  for (const model of models) {
    if (model.path === null || model.role === "test") continue;
    for (const file of model.files) {
      const folder = `models/${model.path}/`;
      await keep(folder + file.path, await fetchModelFile(base + folder, model, file, signal));
    }
  }
  await keep(complete, new Uint8Array());
}

const size = z.int().check(z.positive(), z.maximum(2 ** 28));
const packedList = z.record(
  z.string(),
  z.object({ bytes: size, sha256: z.string(), packed: size }),
);

/** A page of development has none. A wrong list does no harm: files are compared with their hashes. */
async function packedAt(base: string, signal: AbortSignal): Promise<PackedList> {
  const response = await fetch(`${base}packed.json`, { signal }).catch(() => null);
  const list = packedList.safeParse(await response?.json().catch(() => null));
  return list.success ? list.data : {};
}

async function fetchModelFile(
  folder: string,
  { id }: CatalogueModel,
  file: CatalogueModel["files"][number],
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const sent = folder + fetchedPath(file);
  const size = fetchedBytes(file);
  const { sha256, packed, bytes, path } = file;
  const expected = { sha256, inflated: packed === undefined ? null : bytes };
  const read = async (parts: readonly FilePart[]) =>
    readVerified(parts, (init) => joined(parts, size, { ...init, signal }), expected);
  const content = await read(whole(sent, size)).catch((thrown: unknown) => {
    const parts = partsOf(sent, size);
    // Some hosts serve large files in parts.
    if (toAppError(thrown).params["status"] !== 404 || parts.length === 1) throw thrown;
    return read(parts);
  });
  if (content === null) throw new AppError("integrity-failed", { model: id, file: path });
  return content;
}

/** Null if it is not as long as expected. */
async function joined(
  parts: readonly FilePart[],
  size: number,
  init: RequestInit,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const bytes = new Uint8Array(size);
  for (const { address, from, to } of parts) {
    const piece = await download(address, to - from, init);
    if (piece === null) return null;
    bytes.set(piece, from);
  }
  return bytes;
}

/** Reads not a byte more than expected. */
async function download(
  address: string,
  size: number,
  init: RequestInit,
): Promise<Uint8Array | null> {
  const bytes = new Uint8Array(size);
  let at = 0;
  try {
    const response = await fetch(address, init);
    const { status, body } = response;
    if (!response.ok || body === null) {
      throw new AppError("download-failed", { url: address, status });
    }
    for await (const piece of body) {
      if (at + piece.length > size) return null;
      bytes.set(piece, at);
      at += piece.length;
    }
  } catch (thrown) {
    if (thrown instanceof AppError) throw thrown;
    if (init.signal?.aborted) throw new AppError("stopped", {}, { cause: thrown });
    throw new AppError("download-failed", { url: address }, { retryable: true, cause: thrown });
  }
  return at === size ? bytes : null;
}
