import { action } from "../../../app/runtime/action.ts";
import type { FeatureParts } from "../../../app/runtime/feature.ts";
import { routerName } from "../text/name.ts";

export const parts: FeatureParts = {
  dialogs: { router: async () => (await import("./RouterDialog.tsx")).RouterDialog },
  actions: [
    action({
      id: "router",
      title: routerName,
      key: "r",
      perform: ({ view }) => view.getState().open("router"),
    }),
  ],
};
