import { AppError } from "../../log/errors.ts";
import { readVerified } from "../../shared/integrity/healed.ts";
import type { FilePart } from "../../shared/integrity/parts.ts";
import { type CatalogueModel, fetchedBytes, fetchedPath } from "../catalogue-model.ts";

type Fetch = (input: string | URL, init?: RequestInit) => Promise<Response>;

export interface VerifiedFilesOptions {
  model: CatalogueModel;
  folder: string;
  fetch: Fetch;
  layout: (address: string, bytes: number) => FilePart[];
  onBytes: (bytes: number) => void;
  /**
   * Aborts the load. The library swallows some errors and leaks others, so its own promise is left
   * pending.
   */
  onFailure: (error: AppError) => void;
}

async function readInto(
  place: Uint8Array<ArrayBuffer>,
  response: Response,
  onBytes: (bytes: number) => void,
): Promise<boolean> {
  const reader = response.body?.getReader();
  let at = 0;
  for (let chunk = await reader?.read(); chunk?.value; chunk = await reader?.read()) {
    if (at + chunk.value.length > place.length) {
      await reader?.cancel();
      return false;
    }
    place.set(chunk.value, at);
    at += chunk.value.length;
    onBytes(chunk.value.length);
  }
  return at === place.length;
}

/** Null if a part has another size. Throws `download-failed` for `file`. */
export async function readParts(
  parts: readonly FilePart[],
  file: string,
  { fetch, onBytes = () => {} }: { fetch: Fetch; onBytes?: (bytes: number) => void },
): Promise<Uint8Array<ArrayBuffer> | null> {
  const bytes = new Uint8Array(parts.at(-1)?.to ?? 0);
  const areWhole = await Promise.all(
    parts.map(async ({ address, from, to }) => {
      try {
        const response = await fetch(address);
        if (response.ok) return await readInto(bytes.subarray(from, to), response, onBytes);
        throw new AppError(
          "download-failed",
          { file, status: response.status },
          { retryable: true },
        );
      } catch (thrown) {
        if (thrown instanceof AppError) throw thrown;
        throw new AppError("download-failed", { file }, { retryable: true, cause: thrown });
      }
    }),
  );
  return areWhole.every(Boolean) ? bytes : null;
}

/** Files are returned only if verified. */
export interface VerifiedFiles {
  fetch: Fetch;
  /** Bypasses the library, which would copy the file in small parts. */
  read(path: string): Promise<Uint8Array<ArrayBuffer>>;
}

export function verifiedFiles(options: VerifiedFilesOptions): VerifiedFiles {
  const { model, folder, onBytes, onFailure } = options;
  const counted = new Set<string>();
  const read = async (path: string) => {
    const listed = model.files.find((file) => file.path === path);
    if (listed === undefined) return null;
    const url = folder + encodeURI(fetchedPath(listed));
    const parts = options.layout(url, fetchedBytes(listed));
    const fetched = async (init: RequestInit) => {
      // The library reads small files twice, first to see whether they exist.
      const count = counted.has(path) ? () => {} : onBytes;
      counted.add(path);
      return await readParts(parts, path, {
        fetch: (address) => options.fetch(address, init),
        onBytes: count,
      });
    };
    const { sha256, bytes: length } = listed;
    const expected = { sha256, inflated: listed.packed === undefined ? null : length };
    const bytes = await readVerified(parts, fetched, expected);
    if (bytes === null) throw new AppError("integrity-failed", { model: model.id, file: path });
    return bytes;
  };
  const readOrFail = async (path: string) => {
    try {
      return await read(path);
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw thrown;
      onFailure(thrown);
      return new Promise<never>(() => {});
    }
  };
  return {
    async fetch(input) {
      const bytes = await readOrFail(decodeURI(String(input).slice(folder.length)));
      if (bytes === null) return new Response(null, { status: 404 });
      return new Response(bytes, { headers: { "content-length": String(bytes.length) } });
    },
    async read(path) {
      const bytes = await readOrFail(path);
      if (bytes === null) throw new AppError("model-load-failed", { model: model.id, file: path });
      return bytes;
    },
  };
}
