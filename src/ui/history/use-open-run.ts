/** Brings a stored run to the screen, or goes on with it. */

import { addresses, go } from "../shared/place.ts";
import { useRuntime, useView } from "../shared/runtime-context.ts";
import { errorText } from "../text/errors.ts";
import { historyText as words } from "../text/history-en.ts";

export function useOpenRun(onNote: (note: string) => void) {
  const runtime = useRuntime();
  const select = useView((state) => state.select);
  return async (id: string, how: "show" | "go-on"): Promise<void> => {
    const opened = await runtime.history.log(id);
    if (!opened.ok) {
      onNote(opened.error === null ? words.gone : errorText(opened.error).title);
      return;
    }
    select(null);
    if (how === "show") {
      await runtime.openLog(opened.events, "runs");
      go(addresses.ask);
      return;
    }
    if (await runtime.goOn(id, opened.events)) go(addresses.ask);
    else onNote(words.elsewhere);
  };
}
