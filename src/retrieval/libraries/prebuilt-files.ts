import { AppError } from "../../log/errors.ts";
import { type Passage, passage } from "../../log/types.ts";
import { type LibraryManifest, libraryManifest } from "./manifest.ts";

export const prebuiltFiles = [
  "library.json",
  "passages.jsonl",
  "vectors.i8.bin",
  "vectors.json",
] as const;
export type PrebuiltFile = (typeof prebuiltFiles)[number];

/** Throws if the file is missing, and `integrity-failed` if its hash differs. */
export type ReadFile = (name: PrebuiltFile) => Promise<Uint8Array>;

export async function readManifest(read: ReadFile): Promise<LibraryManifest> {
  try {
    return libraryManifest.parse(JSON.parse(decode(await read("library.json"))));
  } catch (cause) {
    if (isDamage(cause)) throw cause;
    throw new AppError("library-not-found", { file: "library.json" }, { cause });
  }
}

export async function readPassages(read: ReadFile, manifest: LibraryManifest): Promise<Passage[]> {
  const lines = decode(await read("passages.jsonl"))
    .split("\n")
    .filter(Boolean);
  if (lines.length !== manifest.passages) {
    throw new AppError("integrity-failed", { file: "passages.jsonl" });
  }
  return lines.map((line) => passage.parse(JSON.parse(line)));
}

/** Damaged files must not pass as missing. */
export function isDamage(thrown: unknown): boolean {
  return thrown instanceof AppError && thrown.code === "integrity-failed";
}

export function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
