/** Where each stage is told to those who cannot see the tree grow: there from the first, so that it is heard. */
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
