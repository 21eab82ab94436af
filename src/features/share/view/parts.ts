import { action } from "../../../app/runtime/action.ts";
import type { Services } from "../../../session/services.ts";

export const dialogs = { share: async () => (await import("./ShareDialog.tsx")).ShareDialog };

export const actions = [
  action({
    id: "share-run",
    title: "Share the run",
    isPossible: ({ runtime }) => runtime.run.getState().events.length > 0,
    perform: ({ view }) => view.getState().open("share"),
  }),
];

export async function openRunLink(fragment: string, reading: Services["reading"]) {
  const link = await import("../link.ts");
  return link.openRunLink(fragment, link.lookUpIn(reading));
}
