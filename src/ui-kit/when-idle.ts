/** What can wait for the first paint waits. */
import { useEffect, useState } from "react";

let arrival: Promise<unknown> = Promise.resolve();

/** Idle time begins after this: what is in sight on arrival comes before what may be wanted later. */
export function idleAfter(arrived: Promise<unknown>): void {
  arrival = arrived;
}

/** Returns what calls it off. */
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

/** Safari knows no idle time. */
function atIdle(work: () => void): () => void {
  if ("requestIdleCallback" in globalThis) {
    const handle = requestIdleCallback(work, { timeout: 5000 });
    return () => cancelIdleCallback(handle);
  }
  const handle = setTimeout(work, 2000);
  return () => clearTimeout(handle);
}

/** True once the browser has had nothing else to do. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return idle;
}
