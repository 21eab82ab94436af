/** Scrolls to content that appears late, possibly out of view. */
import { type ReactNode, useEffect, useRef } from "react";

export function InView({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  // Newer browsers return a promise, which React would take for a cleanup.
  useEffect(() => {
    ref.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return <div ref={ref}>{children}</div>;
}
