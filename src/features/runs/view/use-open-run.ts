import { navigate, paths } from "../../../app/runtime/routes.ts";
import { useRuntime, useView } from "../../../app/runtime/runtime-context.ts";
import { toAppError } from "../../../log/errors.ts";
import { errorText } from "../../../ui-kit/text/errors.ts";
import { historyText as words } from "../text/history.ts";

export function useOpenRun(onNote: (note: string) => void) {
  const runtime = useRuntime();
  const select = useView((state) => state.select);
  async function opened(id: string, how: "show" | "go-on"): Promise<void> {
    const log = await runtime.history.log(id);
    if (!log.ok) {
      onNote(log.error === null ? words.gone : errorText(log.error).title);
      return;
    }
    select(null);
    if (how === "show") {
      await runtime.openLog(log.events, "runs");
      navigate(paths.ask);
      return;
    }
    if (await runtime.goOn(id, log.events)) navigate(paths.ask);
    else onNote(words.elsewhere);
  }
  return (id: string, how: "show" | "go-on"): Promise<void> =>
    opened(id, how).catch((thrown: unknown) =>
      onNote(errorText(toAppError(thrown).toData()).title),
    );
}
