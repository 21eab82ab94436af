/** For what stands on the Ask view: goes there first, and acts once the view is shown. */

import { addresses, go, placeOfAddress } from "../runtime/routes.ts";
import type { AppContext } from "../runtime/runtime-context.ts";

export function onAsk({ view }: Pick<AppContext, "view">, act: () => void): void {
  if (placeOfAddress(location.hash).view === "ask") {
    act();
    return;
  }
  view.getState().waitForAsk(act);
  go(addresses.ask);
}
