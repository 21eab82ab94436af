import { isRunning } from "../../session/run-store.ts";
import { actionsText } from "../../ui-kit/text/actions.ts";
import { askButtonId } from "../runtime/runtime-context.ts";
import { action } from "./action.ts";
import { onAsk } from "./on-ask.ts";

/** The same as the button, which also says what stands in the way. */
export const ask = action({
  id: "ask",
  title: "Ask the question",
  shown: actionsText.keys.enter,
  isPossible: ({ runtime }) => !isRunning(runtime.run.getState()),
  perform: (app) => onAsk(app, () => document.getElementById(askButtonId)?.click()),
});
