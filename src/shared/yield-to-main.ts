/** The rest of a long piece of work goes on as a task of its own, after what is due before it. */
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

/** As a task of its own; returns what calls it off. */
export function afterYield(work: () => void): () => void {
  let isOff = false;
  void yieldToMain().then(() => {
    if (!isOff) work();
  });
  return () => {
    isOff = true;
  };
}
