/** Asks the question; used by the button, the shortcut and the palette. */
import type { AppContext } from "../../../app/runtime/runtime-context.ts";
import { errorsNow } from "../../../ui-kit/use-problems.ts";

export const hintId = "before-asking";

export function askNow(app: AppContext): void {
  const { runtime, view } = app;
  if (errorsNow(runtime).some(({ code }) => code !== "large-missing")) {
    document.getElementById(hintId)?.focus();
    return;
  }
  const { draft, write, select } = view.getState();
  write(draft);
  void import("./gate/ask-checked.ts").then(
    ({ askChecked }) => askChecked(app, draft),
    () => {
      // Offline, a part may be missing; a run needs no gate.
      select(null);
      return runtime.ask(draft);
    },
  );
}
