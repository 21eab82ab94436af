/**
 * The hashes are part of the code, which the page trusts; models are listed in the catalogue,
 * itself one of these files.
 */
import { AppError } from "../../log/errors.ts";
import { readVerified } from "./healed.ts";
import listed from "./own-files.generated.json";
import { type PackedList, packedEnding, packedFiles } from "./packed.ts";
import { whole } from "./parts.ts";
import { sha256 } from "./sha256.ts";

export type OwnFile = keyof typeof listed | LibraryFile;
type LibraryFile = `library/${string}/${string}`;

export function libraryFile(library: string, name: string): LibraryFile {
  return `library/${library}/${name}`;
}

const hashes: ReadonlyMap<string, string> = new Map(Object.entries(listed));

/** "" for a file that this code does not know. */
export function hashOf(file: OwnFile): string {
  return hashes.get(file) ?? "";
}

/** Throws `integrity-failed`. */
export async function checked(
  file: OwnFile,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  if ((await sha256(bytes)) !== hashes.get(file)) throw damaged(file);
  return bytes;
}

/**
 * A corrupt copy is fetched again, once. `packed` lists the files that the build at this address has
 * deflated. Throws `download-failed` and `integrity-failed`.
 */
export async function fetchOwn(
  file: OwnFile,
  address: string,
  packed: PackedList = packedFiles,
): Promise<Uint8Array<ArrayBuffer>> {
  const inflated = packed[file]?.bytes ?? null;
  const shipped = inflated === null ? address : address + packedEnding;
  const expected = { sha256: hashes.get(file), inflated };
  const read = (init: RequestInit) => bytesOf(file, shipped, init);
  const bytes = await readVerified(whole(shipped), read, expected);
  if (bytes === null) throw damaged(file);
  return bytes;
}

export async function fetchOwnJson(file: OwnFile, address: string): Promise<unknown> {
  return JSON.parse(new TextDecoder().decode(await fetchOwn(file, address)));
}

export async function fetchOwnZippedJson(file: OwnFile, address: string): Promise<unknown> {
  const bytes = await fetchOwn(file, address);
  const text = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(text).json();
}

function damaged(file: OwnFile): AppError {
  return new AppError("integrity-failed", { file }, { retryable: true });
}

async function bytesOf(
  file: OwnFile,
  address: string,
  init: RequestInit,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const response = await fetch(address, init);
    // A single-page server answers an unknown file with its page.
    const isPage = response.headers.get("content-type")?.includes("text/html") ?? false;
    if (!response.ok || isPage) {
      throw new AppError("download-failed", { file, status: response.status });
    }
    return new Uint8Array(await response.arrayBuffer());
  } catch (thrown) {
    if (thrown instanceof AppError) throw thrown;
    throw new AppError("download-failed", { file }, { retryable: true, cause: thrown });
  }
}
