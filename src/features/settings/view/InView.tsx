/** What comes late into a long dialog, and may come out of sight: it is scrolled to. */
import { type ReactNode, useEffect, useRef } from "react";

export function InView({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  // In braces: newer browsers return a promise, which React would take for what ends the effect.
  useEffect(() => {
    ref.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return <div ref={ref}>{children}</div>;
}
