import { isRunning } from "../../session/run-store.ts";
import { action } from "../runtime/action.ts";
import { questionFieldId } from "../runtime/runtime-context.ts";
import { onAsk } from "./on-ask.ts";

/**
 * Clears the run from the screen (it stays in the run list) and selects its question for
 * overtyping.
 */
export const newQuestion = action({
  id: "new-question",
  title: "New question",
  key: "n",
  isPossible: ({ runtime }) => !isRunning(runtime.run.getState()),
  perform(app) {
    app.view.getState().select(null);
    app.runtime.run.clear();
    onAsk(app, selectQuestion);
  },
});

function selectQuestion(): void {
  const field = document.getElementById(questionFieldId);
  if (!(field instanceof HTMLTextAreaElement)) return;
  field.focus();
  field.select();
}
