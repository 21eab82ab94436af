import { isRunning } from "../../session/run-store.ts";
import { actionsText } from "../../ui-kit/text/actions.ts";
import { action } from "../runtime/action.ts";

/** The page handles Esc itself, so that it works before this list is loaded. */
export const stop = action({
  id: "stop",
  title: "Stop the run",
  shown: actionsText.keys.escape,
  isPossible: ({ runtime }) => isRunning(runtime.run.getState()),
  perform: ({ runtime }) => runtime.stop(),
});
