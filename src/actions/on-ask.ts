/** For what stands on the Ask view: goes there first, and acts once the view is shown. */
import { addresses, go, placeOfAddress } from "../ui/shared/place.ts";

export function onAsk(act: () => void): void {
  if (placeOfAddress(location.hash).view === "ask") {
    act();
    return;
  }
  go(addresses.ask);
  // The address changes first, then the view: one frame each.
  requestAnimationFrame(() => requestAnimationFrame(act));
}
