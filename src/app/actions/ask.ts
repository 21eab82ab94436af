import { askNow } from "../../features/ask/view/ask-now.ts";
import { isRunning } from "../../session/run-store.ts";
import { actionsText } from "../../ui-kit/text/actions.ts";
import { action } from "../runtime/action.ts";
import { onAsk } from "./on-ask.ts";

export const ask = action({
  id: "ask",
  title: "Ask the question",
  shown: actionsText.keys.enter,
  isPossible: ({ runtime }) => !isRunning(runtime.run.getState()),
  perform: (app) => onAsk(app, () => askNow(app)),
});
