/** Opens a folder of documents, in every form that the page reads. */
import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join, resolve } from "node:path";
import { AppError, type ErrorData, toAppError } from "../log/errors.ts";
import type { Passage } from "../log/types.ts";
import { openPassages, type PassageLibrary } from "../retrieval/libraries/corpus-library.ts";
import { documentLimits } from "../retrieval/libraries/own/document.ts";
import { bytesOf, takeIn } from "../retrieval/libraries/own/intake.ts";
import { acceptedFiles } from "../retrieval/libraries/own/kind.ts";
import { passagesOf } from "../retrieval/libraries/own/record.ts";
import type { Embedder, StopSignal } from "../runtime/ports.ts";

export interface BadFile {
  /** Relative to the folder. */
  file: string;
  error: ErrorData;
}

/**
 * Takes files by their ending, those of inner folders too, without hidden ones. Throws
 * `corpus-empty` if none can be read.
 */
export async function openDocuments(
  folder: string,
  { encoder, signal }: { encoder: Embedder; signal: StopSignal },
): Promise<PassageLibrary & { badFiles: readonly BadFile[] }> {
  const badFiles: BadFile[] = [];
  const documents = new Map<string, Passage[]>();
  let passages = 0;
  for (const file of await filesIn(folder)) {
    if (signal.aborted) throw new AppError("stopped");
    try {
      const taken = await takeIn(file, await bytesOf(await blobOf(join(folder, file))), {
        room: documentLimits.maxLibraryPassages - passages,
        characterMap,
        onProgress: () => {},
      });
      // The same bytes under another name are the same document.
      if (documents.has(taken.record.id)) continue;
      documents.set(taken.record.id, passagesOf(taken.record, taken.content));
      passages += taken.record.passages;
    } catch (thrown) {
      badFiles.push({ file, error: toAppError(thrown).toData() });
    }
  }
  if (documents.size === 0) throw new AppError("corpus-empty", { file: basename(resolve(folder)) });
  const title = basename(resolve(folder));
  const library = {
    id: `documents:${title}`,
    title,
    edition: documents.size === 1 ? "1 document" : `${documents.size} documents`,
    passages,
    visibility: "private",
  } as const;
  return { ...(await openPassages(library, [...documents.values()].flat(), encoder)), badFiles };
}

/** In a fixed order, so that equal folders give equal libraries. */
async function filesIn(folder: string): Promise<string[]> {
  const endings = acceptedFiles.split(",");
  const all = await readdir(folder, { recursive: true, withFileTypes: true });
  return all
    .filter((entry) => entry.isFile() && endings.some((ending) => entry.name.endsWith(ending)))
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, "/").length))
    .filter((file) => !/(?:^|[\\/])\./u.test(file))
    .sort();
}

async function blobOf(path: string): Promise<Blob> {
  return new Blob([await readFile(path)]);
}

async function characterMap(file: string): Promise<Uint8Array> {
  const pdfJs = dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json"));
  return readFile(join(pdfJs, "cmaps", basename(file)));
}
