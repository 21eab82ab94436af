import { action } from "../../../app/runtime/action.ts";
import type { FeatureParts } from "../../../app/runtime/feature.ts";
import { features } from "../../../app/runtime/features.ts";
import { navigate, paths, runsRoute } from "../../../app/runtime/routes.ts";

export const parts: FeatureParts = {
  async page() {
    const [{ RunsPage }] = await Promise.all([
      import("./RunsPage.tsx"),
      // Their late arrival would move the list.
      ...features.all.map(({ RunsTools }) => RunsTools?.ahead()),
    ]);
    return ({ at }) => <RunsPage place={runsRoute(at)} />;
  },
  actions: [
    action({
      id: "open-runs",
      title: "Go to the runs",
      also: "history",
      key: "h",
      perform: () => navigate(paths.runs),
    }),
  ],
};
