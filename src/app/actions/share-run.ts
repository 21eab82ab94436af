import { actionsText } from "../../ui-kit/text/actions.ts";
import { action } from "./action.ts";

export const shareRun = action({
  id: "share-run",
  title: actionsText.actions.share,
  isPossible: ({ runtime }) => runtime.run.getState().events.length > 0,
  perform: ({ view }) => view.getState().openShare(true),
});
