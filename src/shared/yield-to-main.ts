export function yieldToMain(): Promise<void> {
  return "scheduler" in globalThis && "yield" in scheduler ? scheduler.yield() : nextTask();
}

/** Messages that have arrived are handled before it resolves, which `scheduler.yield` does not promise. */
export function nextTask(): Promise<void> {
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
