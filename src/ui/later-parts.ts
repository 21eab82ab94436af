import { whenIdle } from "./shared/when-idle.ts";

const rest = async () => (await import("./rest-parts.ts")).restParts;

/**
 * The parts of the page that come after its first paint, each in a chunk of its own.
 * They are fetched when the browser is idle, so that they open at once, and still open
 * when the network has gone.
 */
export const laterParts = {
  recording: () => import("./player/Recording.tsx"),
  treePicture: () => import("./tree/TreePicture.tsx"),
  answer: () => import("./answer/FinishedAnswer.tsx"),
  meterBody: () => import("./meter/MeterBody.tsx"),
  nodePanel: async () => (await rest()).nodePanel(),
  retryTools: async () => (await rest()).retryTools(),
  capChoice: async () => (await rest()).capChoice(),
  runStanding: async () => (await rest()).runStanding(),
  runEstimate: async () => (await rest()).runEstimate(),
  methodControls: async () => (await rest()).methodControls(),
  problemNote: async () => (await rest()).problemNote(),
  flips: async () => (await rest()).flips(),
  excerpt: async () => (await rest()).excerpt(),
  errorBody: async () => (await rest()).errorBody(),
  causeNotice: async () => (await rest()).causeNotice(),
  settings: async () => (await rest()).settings(),
  prompts: async () => (await rest()).prompts(),
  help: async () => (await rest()).help(),
  errorBook: async () => (await rest()).errorBook(),
  router: async () => (await rest()).router(),
  lab: async () => (await rest()).lab(),
  runs: async () => (await rest()).runs(),
  storageFull: async () => (await rest()).storageFull(),
  share: async () => (await rest()).share(),
  markdown: async () => (await rest()).markdown(),
  openLink: async () => (await rest()).openLink(),
  runFiles: async () => (await rest()).runFiles(),
  commands: async () => (await rest()).commands(),
  offline: async () => (await rest()).offline(),
};

/** One after the other in idle time; one that fails is fetched again when it is wanted. */
export async function fetchLaterParts(): Promise<void> {
  for (const part of Object.values(laterParts)) {
    await new Promise<void>((resolve) => whenIdle(resolve));
    await part().catch(() => undefined);
  }
}
