/** Trying something once, at a person's wish: of several tries only the newest counts. */
import { useRef, useState } from "react";

export function useTry<T>(attempt: (signal: AbortSignal) => Promise<T>) {
  const running = useRef<AbortController | null>(null);
  const [trying, setTrying] = useState(false);
  const [outcome, setOutcome] = useState<T | null>(null);

  /** Resolves with what came; null when another try took its place. */
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
