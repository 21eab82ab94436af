/** Time hooks: a countdown, and throttled announcements. */
import { useEffect, useRef, useState } from "react";

/** Whole seconds left; 0 when over, null without a time. */
export function useSecondsUntil(epochMs: number | null): number | null {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (epochMs === null) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [epochMs]);
  return epochMs === null ? null : Math.max(0, Math.ceil((epochMs - now) / 1000));
}

/** The newest sentence, at most every `intervalMs`; skips those in between. */
export function useSpoken(sentence: string, intervalMs: number): string {
  const [spoken, setSpoken] = useState("");
  const lastMs = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (sentence === spoken) return;
    const speak = () => {
      lastMs.current = performance.now();
      setSpoken(sentence);
    };
    const wait = lastMs.current + intervalMs - performance.now();
    if (wait <= 0) {
      speak();
      return;
    }
    const timer = setTimeout(speak, wait);
    return () => clearTimeout(timer);
  }, [sentence, spoken, intervalMs]);
  return spoken;
}
