/** Scrolls to content that appears late in a long dialog, possibly out of view. */
import { type ReactNode, useEffect, useRef } from "react";

export function InView({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  // In braces: newer browsers return a promise, which React would take for a cleanup function.
  useEffect(() => {
    ref.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return <div ref={ref}>{children}</div>;
}
