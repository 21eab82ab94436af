import { action } from "../../../app/runtime/action.ts";
import type { FeatureParts } from "../../../app/runtime/feature.ts";

export const parts: FeatureParts = {
  dialogs: { share: async () => (await import("./ShareDialog.tsx")).ShareDialog },
  actions: [
    action({
      id: "share-run",
      title: "Share the run",
      isPossible: ({ runtime }) => runtime.run.getState().events.length > 0,
      perform: ({ view }) => view.getState().open("share"),
    }),
  ],
};
