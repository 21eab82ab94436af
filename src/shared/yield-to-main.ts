export function yieldToMain(): Promise<void> {
  if ("scheduler" in globalThis && "yield" in scheduler) return scheduler.yield();
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

export function afterYield(work: () => void): () => void {
  let isOff = false;
  void yieldToMain().then(() => {
    if (!isOff) work();
  });
  return () => {
    isOff = true;
  };
}
