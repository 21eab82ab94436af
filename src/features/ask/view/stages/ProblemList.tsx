/** Problems with a setting, shown beside it. The text loads on demand: most visits have none. */
import { Suspense } from "react";
import type { Problem } from "../../../../runtime/settings-validation.ts";
import { lazyPart } from "../../../../ui-kit/lazy-part.tsx";
import { PanelBoundary } from "../../../../ui-kit/PanelBoundary.tsx";

const ProblemNote = lazyPart(async () => (await import("./ProblemNote.tsx")).ProblemNote);

export function ProblemList({ problems }: { problems: readonly Problem[] }) {
  if (problems.length === 0) return null;
  return (
    <PanelBoundary>
      <Suspense fallback={null}>
        {problems.map((problem) => (
          <ProblemNote key={`${problem.code} ${problem.tool ?? ""}`} problem={problem} />
        ))}
      </Suspense>
    </PanelBoundary>
  );
}
