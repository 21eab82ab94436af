/** Runs an action on the Ask view, switching to that view first. */

import { pageAt } from "../runtime/features.ts";
import { navigate, paths } from "../runtime/routes.ts";
import type { AppContext } from "../runtime/runtime-context.ts";

export function isAskShown(): boolean {
  return pageAt(location.hash) === null;
}

export function onAsk({ view }: Pick<AppContext, "view">, act: () => void): void {
  if (isAskShown()) {
    act();
    return;
  }
  view.getState().waitForAsk(act);
  navigate(paths.ask);
}
