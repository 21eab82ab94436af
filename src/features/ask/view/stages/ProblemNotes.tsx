/** What is wrong with a setting, said beside it. Most visits have nothing to say: its words come later. */
import { Suspense } from "react";
import type { Problem, ProblemPlace } from "../../../../runtime/settings-validation.ts";
import { lazyPart } from "../../../../ui-kit/lazy-part.tsx";
import { PanelBoundary } from "../../../../ui-kit/PanelBoundary.tsx";
import { useProblems } from "../../../../ui-kit/use-problems.ts";

const ProblemNote = lazyPart(async () => (await import("./ProblemNote.tsx")).ProblemNote);

/**
 * The problems of one switch or setting; nothing where there are none. That there is nothing
 * to decide is said once, beside Ask, and not at every switch.
 */
export function ProblemNotes({ place }: { place: ProblemPlace }) {
  const problems = useProblems().filter(
    ({ control, code }) => control === place && code !== "decide-without-large",
  );
  return <ProblemList problems={problems} />;
}

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
