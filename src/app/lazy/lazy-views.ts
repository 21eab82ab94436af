/**
 * Parts not visible on arrival. This list is itself a lazy chunk, because it includes each part's
 * file names.
 */
import { loadedParts, loadFeatures } from "./feature-parts.ts";

export const lazyViews = {
  askScreened: () => import("../../features/ask/view/screening/ask-screened.ts"),
  screeningNotice: () => import("../../features/ask/view/screening/ScreeningNotice.tsx"),
  loadingPanel: () => import("../../ui-kit/LoadingPanel.tsx"),
  firstLook: () => import("../../features/ask/view/FirstLook.tsx"),
  legend: () => import("../../features/tree/view/Legend.tsx"),
  nodePanel: () => import("../../features/tree/view/step/NodePanel.tsx"),
  judge: () => import("../../features/ask/judge.ts"),
  sureness: () => import("../../features/ask/view/answer/Sureness.tsx"),
  knownAnswer: () => import("../../features/ask/view/answer/KnownAnswer.tsx"),
  expected: () => import("../../features/worth/expected.ts"),
  weighed: () => import("../../features/ask/view/answer/Weighed.tsx"),
  retryTools: () => import("../../ui-kit/RetryTools.tsx"),
  capChoice: () => import("../../features/meter/view/CapChoice.tsx"),
  runStatus: () => import("../../features/ask/view/RunStatus.tsx"),
  runInBrief: () => import("../../features/ask/view/RunInBrief.tsx"),
  runEstimate: () => import("../../features/meter/view/RunEstimate.tsx"),
  problemNote: () => import("../../features/ask/view/stages/ProblemNote.tsx"),
  excerpt: () => import("../../features/tree/view/passages/Excerpt.tsx"),
  errorBody: () => import("../../ui-kit/ErrorBody.tsx"),
  deviceCause: () => import("../../features/ask/view/DeviceCause.tsx"),
  method: () => import("../../features/ask/view/stages/MethodDialog.tsx"),
  recordedRuns: () => import("../../features/runs/recorded-runs.ts"),
  help: async () => {
    await loadFeatures();
    return import("../header/HelpDialog.tsx");
  },
  notKept: () => import("../../features/runs/view/NotKept.tsx"),
  storageFull: () => import("../../features/runs/view/StorageFull.tsx"),
  markdown: () => import("../../features/ask/view/answer/markdown-of.ts"),
  runFiles: () => import("../../log/file.ts"),
  commands: async () => {
    await loadFeatures();
    return import("../palette/Commands.tsx");
  },
  offline: () => import("../offline/OfflinePart.tsx"),
};

/** The features' pages and dialogs, one fetch each. */
export async function featureFetches(): Promise<(() => Promise<unknown>)[]> {
  await loadFeatures();
  return loadedParts().flatMap(({ page, dialogs = {} }) => [
    ...Object.values(dialogs),
    ...(page === undefined ? [] : [page]),
  ]);
}

/** Shipped with this lazy list because nothing waits for idle runs before it loads. */
export { whenRunIdle } from "../../ui-kit/when-run-idle.ts";
