import { action } from "./action.ts";

export const shareRun = action({
  id: "share-run",
  title: "Share the run",
  isPossible: ({ runtime }) => runtime.run.getState().events.length > 0,
  perform: ({ view }) => view.getState().openShare(true),
});
