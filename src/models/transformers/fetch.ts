/** How embedded models are read in the browser: counted, and compared with the catalogue. */
import { AppError } from "../../log/errors.ts";
import { readOrRefetch } from "../../shared/integrity/healed.ts";
import { sha256 } from "../../shared/integrity/sha256.ts";
import type { CatalogueModel } from "../catalogue-model.ts";

type Fetch = (input: string | URL, init?: RequestInit) => Promise<Response>;

export interface VerifiedFilesOptions {
  model: CatalogueModel;
  /** The model's folder, with the slash, as the library asks for its files. */
  folder: string;
  fetch: Fetch;
  /** Bytes read since the last report. */
  onBytes: (bytes: number) => void;
  /**
   * Receives every failure and aborts the load. The library swallows some errors and leaks others
   * as unhandled rejections, so it is told of none: its promise is left pending.
   */
  onFailure: (error: AppError) => void;
}

/** The body in one array of its listed size, never copied; null when it is of another. */
async function readWhole(
  response: Response,
  size: number,
  onBytes: (bytes: number) => void,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const whole = new Uint8Array(size);
  const reader = response.body?.getReader();
  let at = 0;
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    if (at + part.value.length > size) {
      await reader?.cancel();
      return null;
    }
    whole.set(part.value, at);
    at += part.value.length;
    onBytes(part.value.length);
  }
  return at === size ? whole : null;
}

/** The files that the catalogue lists, and each only if it is whole. */
export interface VerifiedFiles {
  /** For the library. */
  fetch: Fetch;
  /** A file by its path in the model's folder, past the library, which would copy it in small parts. */
  read(path: string): Promise<Uint8Array<ArrayBuffer>>;
}

export function verifiedFiles(options: VerifiedFilesOptions): VerifiedFiles {
  const { model, folder, onBytes, onFailure } = options;
  const counted = new Set<string>();
  const read = async (path: string) => {
    const url = folder + encodeURI(path);
    const listed = model.files.find((file) => file.path === path);
    if (listed === undefined) return null;
    const bytes = await readOrRefetch(url, async (init) => {
      const response = await options.fetch(url, init).catch((cause: unknown) => {
        throw new AppError("download-failed", { file: path }, { retryable: true, cause });
      });
      if (!response.ok) {
        throw new AppError(
          "download-failed",
          { file: path, status: response.status },
          { retryable: true },
        );
      }
      // The library reads small files twice, the first time to see whether they exist.
      const count = counted.has(path) ? () => {} : onBytes;
      counted.add(path);
      const whole = await readWhole(response, listed.bytes, count).catch((cause: unknown) => {
        throw new AppError("download-failed", { file: path }, { retryable: true, cause });
      });
      return whole !== null && (await sha256(whole)) === listed.sha256 ? whole : null;
    });
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
