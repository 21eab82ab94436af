/** The texts are fetched with the first error. */
import { Suspense } from "react";
import { useRun } from "../app/runtime/runtime-context.ts";
import type { ErrorCode } from "../log/errors.ts";
import type { ErrorProps } from "./ErrorBody.tsx";
import { lazyPart } from "./lazy-part.tsx";
import { PanelBoundary } from "./PanelBoundary.tsx";
import { text } from "./text/page.ts";

const ErrorBody = lazyPart(async () => (await import("./ErrorBody.tsx")).ErrorBody);

export function ErrorNotice(props: ErrorProps) {
  return (
    <PanelBoundary words={text.page.errorUntold}>
      <Suspense fallback={null}>
        <ErrorBody {...props} />
      </Suspense>
    </PanelBoundary>
  );
}

export type ErrorPlace = "question" | "run-file" | "run";

export function placeOf(code: ErrorCode): ErrorPlace {
  if (code === "question-empty" || code === "question-too-long") return "question";
  return code.startsWith("run-file-") || code.startsWith("run-link-") ? "run-file" : "run";
}

/** Renders only if the error belongs at this place. */
export function RefusalNotice({ place }: { place: ErrorPlace }) {
  const error = useRun((state) => state.error);
  if (error === null || placeOf(error.code) !== place) return null;
  return <ErrorNotice error={error} />;
}
