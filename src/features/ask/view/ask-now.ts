/** Asks the question; used by the button, the shortcut and the palette. */
import type { AppContext } from "../../../app/runtime/runtime-context.ts";
import { errorsNow } from "../../../ui-kit/use-problems.ts";

export const hintId = "before-asking";

export function askNow({ runtime, view }: AppContext): void {
  if (errorsNow(runtime).some(({ code }) => code !== "large-missing")) {
    document.getElementById(hintId)?.focus();
    return;
  }
  const { draft, write, select } = view.getState();
  write(draft);
  // Step ids repeat between runs: a step selected in the last run would open in this one.
  select(null);
  void runtime.ask(draft);
}
