import { Suspense } from "react";
import { lazyView } from "../../../../app/lazy/lazy-view.ts";
import { useRun, useScreening, useView } from "../../../../app/runtime/runtime-context.ts";
import { PanelBoundary } from "../../../../ui-kit/PanelBoundary.tsx";

const StoppedNotice = lazyView(async (parts) => (await parts.screeningNotice()).StoppedNotice);
const FollowUpNote = lazyView(async (parts) => (await parts.screeningNotice()).FollowUpNote);

export function Screening() {
  const { stopped, followUp } = useScreening((state) => state);
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
