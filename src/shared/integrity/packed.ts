/**
 * Large files are shipped deflated, because many static hosts compress nothing. Every browser that
 * runs this build's JavaScript can inflate them.
 */
export const packedEnding = ".zlib";

/** Null if the bytes are damaged or inflate to another length, of which no byte more is kept. */
export async function unpacked(
  packed: Uint8Array<ArrayBuffer>,
  length: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const bytes = new Uint8Array(length);
  const inflated = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  const reader = inflated.getReader();
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
