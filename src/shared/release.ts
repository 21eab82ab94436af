/**
 * Frees the memory at once and leaves the array empty. V8 counts large buffers little, so they
 * would wait for a late garbage collection. No effect where a browser lacks `transfer`.
 */
export function release({ buffer }: { buffer: ArrayBufferLike }): void {
  if (buffer instanceof ArrayBuffer && "transfer" in buffer) buffer.transfer(0);
}
