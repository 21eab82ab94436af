/** Late content may be out of view in a long dialog. */
import { type ReactNode, useEffect, useRef } from "react";

export function InView({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  // Newer browsers return a promise, which React would take for a cleanup.
  useEffect(() => {
    ref.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return <div ref={ref}>{children}</div>;
}
