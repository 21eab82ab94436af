import { useEffect, useState } from "react";

let arrival: Promise<unknown> = Promise.resolve();

/** Visible parts load before later ones. */
export function idleAfter(arrived: Promise<unknown>): void {
  arrival = arrived;
}

/** Returns a cancel function. */
export function whenIdle(work: () => void): () => void {
  let over = false;
  let callOff = () => {};
  void arrival.finally(() => {
    if (!over) callOff = atIdle(work);
  });
  return () => {
    over = true;
    callOff();
  };
}

/** Safari has no `requestIdleCallback`. */
function atIdle(work: () => void): () => void {
  if ("requestIdleCallback" in globalThis) {
    const handle = requestIdleCallback(work, { timeout: 5000 });
    return () => cancelIdleCallback(handle);
  }
  const handle = setTimeout(work, 2000);
  return () => clearTimeout(handle);
}

export function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return idle;
}
