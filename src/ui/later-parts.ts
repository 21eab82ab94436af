import { whenIdle } from "./shared/when-idle.ts";

/**
 * The parts of the page that come after its first paint, each in a chunk of its own.
 * They are fetched when the browser is idle, so that they open at once, and still open
 * when the network has gone.
 */
export const laterParts = {
  recording: () => import("./player/Recording.tsx"),
  treePicture: () => import("./tree/TreePicture.tsx"),
  answer: () => import("./answer/FinishedAnswer.tsx"),
  nodePanel: () => import("./node/NodePanel.tsx"),
  retryTools: () => import("./shared/RetryTools.tsx"),
  capChoice: () => import("./meter/CapChoice.tsx"),
  runEstimate: () => import("./meter/RunEstimate.tsx"),
  methodControls: () => import("./stages/MethodControls.tsx"),
  problemNote: () => import("./stages/ProblemNote.tsx"),
  flips: () => import("./meter/Flips.tsx"),
  meterBody: () => import("./meter/MeterBody.tsx"),
  excerpt: () => import("./passages/Excerpt.tsx"),
  errorBody: () => import("./shared/ErrorBody.tsx"),
  causeNotice: () => import("./ask/CauseNotice.tsx"),
  settings: () => import("./settings/SettingsDialog.tsx"),
  prompts: () => import("./prompts/PromptsDialog.tsx"),
  help: () => import("./header/HelpDialog.tsx"),
  errorBook: () => import("./error-book/ErrorBookDialog.tsx"),
  router: () => import("./router/RouterDialog.tsx"),
  lab: () => import("./lab/LabPage.tsx"),
  runs: () => import("./history/RunsPage.tsx"),
  storageFull: () => import("./history/StorageFull.tsx"),
  share: () => import("./share/ShareDialog.tsx"),
  markdown: () => import("./share/markdown-of.ts"),
  openLink: () => import("../share/link.ts"),
  runFiles: () => import("../core/log.ts"),
  commands: () => import("./palette/Commands.tsx"),
  offline: () => import("./offline/OfflinePart.tsx"),
};

/** One after the other in idle time; one that fails is fetched again when it is wanted. */
export async function fetchLaterParts(): Promise<void> {
  for (const part of Object.values(laterParts)) {
    await new Promise<void>((resolve) => whenIdle(resolve));
    await part().catch(() => undefined);
  }
}
