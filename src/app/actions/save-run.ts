import { saveRun as save } from "../../ui-kit/save-run.ts";
import { action } from "../runtime/action.ts";

export const saveRun = action({
  id: "save-run",
  title: "Save the run as a file",
  key: "s",
  isPossible: ({ runtime }) => runtime.run.getState().events.length > 0,
  perform: ({ runtime }) => void save(runtime.run),
});
