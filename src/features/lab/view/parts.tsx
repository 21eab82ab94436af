import { action } from "../../../app/runtime/action.ts";
import type { FeatureParts } from "../../../app/runtime/feature.ts";
import { labRoute, navigate, paths } from "../../../app/runtime/routes.ts";
import { fetchShippedList, firstPictureDrawn } from "./home/shipped-file.ts";

export const parts: FeatureParts = {
  async page() {
    const { LabPage } = await import("./LabPage.tsx");
    return ({ at }) => <LabPage place={labRoute(at)} />;
  },
  async arrive() {
    await fetchShippedList().catch(() => undefined);
    await Promise.race([firstPictureDrawn, enoughTime()]);
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

/**
 * Timeout for addresses that show no picture: another place of the lab, or a report that cannot be
 * drawn.
 */
function enoughTime(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1000));
}
