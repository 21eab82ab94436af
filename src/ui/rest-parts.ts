/**
 * The parts that nobody sees on arrival. The list of them is fetched like a part itself: with the
 * files that each of them needs it is longer than it looks.
 */
export const restParts = {
  nodePanel: () => import("./node/NodePanel.tsx"),
  retryTools: () => import("./shared/RetryTools.tsx"),
  capChoice: () => import("./meter/CapChoice.tsx"),
  runStanding: () => import("./ask/RunStanding.tsx"),
  runEstimate: () => import("./meter/RunEstimate.tsx"),
  methodControls: () => import("./stages/MethodControls.tsx"),
  problemNote: () => import("./stages/ProblemNote.tsx"),
  flips: () => import("./meter/Flips.tsx"),
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
  notKept: () => import("./history/NotKept.tsx"),
  storageFull: () => import("./history/StorageFull.tsx"),
  share: () => import("./share/ShareDialog.tsx"),
  markdown: () => import("./share/markdown-of.ts"),
  openLink: () => import("../share/link.ts"),
  runFiles: () => import("../core/log.ts"),
  commands: () => import("./palette/Commands.tsx"),
  offline: () => import("./offline/OfflinePart.tsx"),
};

/** Comes with the list, which is fetched when it is asked for: nothing waits before that. */
export { whenRested } from "./shared/when-rested.ts";
