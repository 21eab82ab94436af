/** Only the newest of several attempts counts. */
import { useRef, useState } from "react";

export function useTry<T>(attempt: (signal: AbortSignal) => Promise<T>) {
  const running = useRef<AbortController | null>(null);
  const [trying, setTrying] = useState(false);
  const [outcome, setOutcome] = useState<T | null>(null);

  /** Null if another attempt superseded it. */
  async function start(): Promise<T | null> {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setTrying(true);
    setOutcome(null);
    const found = await attempt(controller.signal);
    if (controller.signal.aborted) return null;
    setTrying(false);
    setOutcome(found);
    return found;
  }

  return { trying, outcome, start };
}
