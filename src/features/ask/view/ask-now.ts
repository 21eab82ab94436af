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
  if (runtime.screening.getState().screening) return;
  const { draft, write, select } = view.getState();
  write(draft);
  runtime.screening.setState({ screening: true });
  void import("./screening/ask-screened.ts").then(
    ({ askScreened }) => askScreened(app, draft),
    () => {
      // Offline, the code may be missing; a run does not need it.
      runtime.screening.setState({ screening: false });
      select(null);
      return runtime.ask(draft);
    },
  );
}
