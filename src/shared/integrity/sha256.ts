/** SHA-256 wherever the page runs. */

/** In hex. The browser's own digest runs off this thread. */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  // Browsers withhold digests on plain http pages; a library replaces them there.
  const subtle: SubtleCrypto | undefined = globalThis.crypto.subtle;
  if (subtle !== undefined) return hex(new Uint8Array(await subtle.digest("SHA-256", bytes)));
  const { sha256: digest } = await import("@noble/hashes/sha2.js");
  return hex(digest(bytes));
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
