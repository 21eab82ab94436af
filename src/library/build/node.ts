/** The libraries in Node: for the command line, the benchmarks and tests. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Embedder } from "../../core/ports.ts";
import { type OpenLibrary, openPrebuilt } from "../prebuilt.ts";

/**
 * The embedded World Factbook, as built by `npm run library` under `root` (the repository).
 * Without an encoder it is searched by BM25 alone.
 */
export function openFactbook(options: {
  root: string;
  encoder: Embedder | null;
}): Promise<OpenLibrary> {
  const folder = join(options.root, "public/library/factbook");
  return openPrebuilt((name) => readFile(join(folder, name)), options.encoder);
}
