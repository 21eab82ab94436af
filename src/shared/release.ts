/**
 * Frees the memory at once and leaves the array empty. V8 counts large buffers little, so they
 * would wait for a late garbage collection. No effect where a browser lacks `transfer`.
 */
export function release({ buffer }: { buffer: ArrayBufferLike }): void {
  if (buffer instanceof ArrayBuffer && "transfer" in buffer) buffer.transfer(0);
}

/** The same for a buffer that came in a message: Chromium holds these a second time. */
export function releaseReceived({ buffer }: { buffer: ArrayBuffer }): void {
  const { port1, port2 } = new MessageChannel();
  port1.postMessage(null, [buffer]);
  port1.close();
  port2.close();
}
