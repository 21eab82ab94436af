import { isRunning } from "../state/run-store.ts";
import { askButtonId } from "../ui/shared/runtime-context.ts";
import { actionsText } from "../ui/text/actions-en.ts";
import { action } from "./action.ts";
import { onAsk } from "./on-ask.ts";

/** The same as the button, which also says what stands in the way. */
export const ask = action({
  id: "ask",
  title: actionsText.actions.ask,
  shown: actionsText.keys.enter,
  isPossible: ({ runtime }) => !isRunning(runtime.run.getState()),
  perform: (app) => onAsk(app, () => document.getElementById(askButtonId)?.click()),
});
