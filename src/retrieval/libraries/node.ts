import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { AppError } from "../../log/errors.ts";
import type { Embedder, StopSignal } from "../../runtime/ports.ts";
import { checked, libraryFile } from "../../shared/integrity/own-files.ts";
import { type OpenCorpus, openCorpus } from "./corpus-open.ts";
import type { EmbeddedLibrary } from "./embedded-library.ts";
import type { OpenLibrary } from "./open-library.ts";
import { openPrebuilt } from "./prebuilt.ts";

/**
 * Needs `npm run library` under `root`. BM25 only without an encoder. Throws `library-not-found`
 * and `integrity-failed`.
 */
export function openEmbedded(
  { id }: EmbeddedLibrary,
  { root, encoder }: { root: string; encoder: Embedder | null },
): Promise<OpenLibrary> {
  const folder = join(root, "public/library", id);
  return openPrebuilt(
    async (name) =>
      checked(libraryFile(id, name), new Uint8Array(await readFile(join(folder, name)))),
    encoder,
  );
}

export function openCorpusFile(
  path: string,
  options: { encoder: Embedder | null; signal: StopSignal },
): Promise<OpenCorpus> {
  const { encoder, signal } = options;
  return openCorpus({ name: basename(path), bytes: streamOf(path), encoder }, { signal });
}

/** Errors with `library-not-found`. */
export function streamOf(path: string): ReadableStream<Uint8Array<ArrayBuffer>> {
  const chunks = createReadStream(path)[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const next = await chunks.next().catch((cause: unknown) => {
        throw new AppError("library-not-found", { file: basename(path) }, { cause });
      });
      if (next.done) controller.close();
      else controller.enqueue(new Uint8Array(next.value));
    },
    async cancel() {
      await chunks.return?.();
    },
  });
}
