/** Runs an action on the Ask view, switching to that view first. */

import { navigate, parseRoute, paths } from "../runtime/routes.ts";
import type { AppContext } from "../runtime/runtime-context.ts";

export function isAskShown(): boolean {
  return parseRoute(location.hash).view === "ask";
}

export function onAsk({ view }: Pick<AppContext, "view">, act: () => void): void {
  if (isAskShown()) {
    act();
    return;
  }
  view.getState().waitForAsk(act);
  navigate(paths.ask);
}
