/** Mounted from the start: a live region that arrives with its text is not read. */
import { Suspense } from "react";
import { useRun } from "../app/runtime/runtime-context.ts";
import { lazyPart } from "./lazy-part.tsx";
import { PanelBoundary } from "./PanelBoundary.tsx";

const RunSentence = lazyPart(async () => (await import("./run-sentence.ts")).RunSentence);

export function Announcer() {
  const begun = useRun(({ phase }) => phase !== "idle");
  return (
    <p className="visually-hidden" aria-live="polite">
      {begun ? (
        <PanelBoundary quiet>
          <Suspense fallback={null}>
            <RunSentence />
          </Suspense>
        </PanelBoundary>
      ) : null}
    </p>
  );
}
