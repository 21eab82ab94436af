/** Opens a run link on the first visit, and when one is followed later. */
import { useEffect } from "react";
import { toAppError } from "../log/errors.ts";
import { partsOf } from "./lazy/feature-parts.ts";
import { runLinkAt } from "./runtime/features.ts";
import { useAddress } from "./runtime/routes.ts";
import { useRuntime } from "./runtime/runtime-context.ts";

export function useRunLink(): void {
  const runtime = useRuntime();
  const address = useAddress();
  useEffect(() => {
    const feature = runLinkAt(address);
    if (feature === null) return;
    let over = false;
    void (async () => {
      try {
        const { openRunLink } = await partsOf(feature);
        const events = await openRunLink?.(address, runtime.reading);
        if (!over && events !== undefined) await runtime.openLog(events, "link");
      } catch (thrown) {
        if (!over) runtime.run.refuse(toAppError(thrown).toData());
      }
    })();
    // The address must not keep the old run once another is shown.
    const forget = runtime.run.subscribe(({ opened, events }) => {
      const another = !opened && events.length > 0;
      if (another) history.replaceState(history.state, "", location.pathname + location.search);
    });
    return () => {
      over = true;
      forget();
    };
  }, [address, runtime]);
}
