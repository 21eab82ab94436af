/** In hex; the browser's digest runs off this thread. */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  // Browsers withhold digests over plain http.
  const subtle: SubtleCrypto | undefined = globalThis.crypto.subtle;
  if (subtle !== undefined) return hex(new Uint8Array(await subtle.digest("SHA-256", bytes)));
  const { sha256: digest } = await import("@noble/hashes/sha2.js");
  return hex(digest(bytes));
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
