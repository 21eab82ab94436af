/**
 * A build holds its large files deflated, because many static hosts compress nothing. Every browser
 * that runs this build's JavaScript can inflate them.
 */
export const packedEnding = ".zlib";

/** Keys are addresses below the page, or a package's file names. Also in a build's `packed.json`. */
export type PackedList = Record<string, PackedFile>;

interface PackedFile {
  /** When inflated. */
  bytes: number;
  /** The inflated file's hash. */
  sha256: string;
  /** Bytes of the deflated file. */
  packed: number;
}

/** From `vite.config.ts`; undefined in development and in Node. */
declare const PACKED_FILES: PackedList | undefined;

export const packedFiles: PackedList = typeof PACKED_FILES === "undefined" ? {} : PACKED_FILES;

/** The name under which the build holds the file. */
export function shippedName(file: string): string {
  return packedFiles[file] === undefined ? file : file + packedEnding;
}

/** Null if the bytes are damaged or inflate to another length, of which no byte more is kept. */
export async function unpacked(
  packed: Uint8Array<ArrayBuffer>,
  length: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const bytes = new Uint8Array(length);
  const reader = pieces(packed).pipeThrough(new DecompressionStream("deflate")).getReader();
  let at = 0;
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      if (at + chunk.value.length > length) {
        await reader.cancel();
        return null;
      }
      bytes.set(chunk.value, at);
      at += chunk.value.length;
    }
  } catch {
    return null;
  }
  return at === length ? bytes : null;
}

const pieceBytes = 65_536;

/** A blob would copy the file. */
function pieces(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0;
  return new ReadableStream({
    pull(stream) {
      if (at < bytes.length) stream.enqueue(bytes.subarray(at, at + pieceBytes));
      else stream.close();
      at += pieceBytes;
    },
  });
}
