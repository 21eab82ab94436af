/** Opens a run link on the first visit, and when one is followed later. */
import { useEffect } from "react";
import { fromLazyViews } from "../../../app/lazy/lazy-view.ts";
import { useAddress } from "../../../app/runtime/routes.ts";
import { useRuntime } from "../../../app/runtime/runtime-context.ts";
import { toAppError } from "../../../log/errors.ts";
import { isRunLink } from "../fragment.ts";

export function useSharedRun(): void {
  const runtime = useRuntime();
  const address = useAddress();
  useEffect(() => {
    if (!isRunLink(address)) return;
    let over = false;
    void (async () => {
      try {
        const { lookUpIn, openRunLink } = await fromLazyViews((parts) => parts.openLink());
        const events = await openRunLink(address, lookUpIn(runtime.reading));
        if (!over) await runtime.openLog(events, "link");
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
