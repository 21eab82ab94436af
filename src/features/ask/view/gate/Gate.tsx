/** The gate's place beside the question; empty until it has something to say. */
import { Suspense } from "react";
import { lazyView } from "../../../../app/lazy/lazy-view.ts";
import { useGate, useRun, useView } from "../../../../app/runtime/runtime-context.ts";
import { PanelBoundary } from "../../../../ui-kit/PanelBoundary.tsx";

const StoppedNotice = lazyView(async (parts) => (await parts.gateNotice()).StoppedNotice);
const FollowUpNote = lazyView(async (parts) => (await parts.gateNotice()).FollowUpNote);

export function Gate() {
  const { stopped, followUp } = useGate((state) => state);
  const isStopped = useView(({ draft }) => draft === stopped?.draft);
  const isShown = useRun(({ question }) => question === followUp?.asked);
  return (
    <PanelBoundary quiet>
      <Suspense fallback={null}>
        {stopped !== null && isStopped ? <StoppedNotice {...stopped} /> : null}
        {followUp !== null && isShown ? <FollowUpNote {...followUp} /> : null}
      </Suspense>
    </PanelBoundary>
  );
}
