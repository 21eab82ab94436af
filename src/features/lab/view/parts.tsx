import { action } from "../../../app/runtime/action.ts";
import type { FeatureParts } from "../../../app/runtime/feature.ts";
import { labRoute, navigate, paths } from "../../../app/runtime/routes.ts";

export const parts: FeatureParts = {
  async page() {
    const { LabPage } = await import("./LabPage.tsx");
    return ({ at }) => <LabPage place={labRoute(at)} />;
  },
  actions: [
    action({
      id: "open-lab",
      title: "Go to the lab",
      key: "l",
      perform: () => navigate(paths.lab),
    }),
    action({
      id: "new-batch",
      title: "New batch in the lab",
      key: "b",
      perform: () => navigate(paths.newBatch),
    }),
  ],
};
