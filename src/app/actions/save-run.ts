import { saveRun as save } from "../../ui-kit/save-run.ts";
import { actionsText } from "../../ui-kit/text/actions.ts";
import { action } from "./action.ts";

export const saveRun = action({
  id: "save-run",
  title: actionsText.actions.saveRun,
  key: "s",
  isPossible: ({ runtime }) => runtime.run.getState().events.length > 0,
  perform: ({ runtime }) => void save(runtime.run),
});
