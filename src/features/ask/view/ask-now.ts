/** Asks, from the button, by a key and from the palette alike. */
import type { AppContext } from "../../../app/runtime/runtime-context.ts";
import { errorsNow } from "../../../ui-kit/use-problems.ts";

/** Where the page says what stands in the way of asking. */
export const hintId = "before-asking";

export function askNow({ runtime, view }: AppContext, question = view.getState().draft): void {
  // What is wished of a large model that is not there the small one does.
  if (errorsNow(runtime).some(({ code }) => code !== "large-missing")) {
    document.getElementById(hintId)?.focus();
    return;
  }
  const { write, select } = view.getState();
  write(question);
  // Steps are numbered alike: the open one of the last run would open in this one.
  select(null);
  void runtime.ask(question);
}
