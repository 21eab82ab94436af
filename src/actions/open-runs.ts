import { addresses, go } from "../ui/shared/place.ts";
import { actionsText } from "../ui/text/actions-en.ts";
import { action } from "./action.ts";

export const openRuns = action({
  id: "open-runs",
  title: actionsText.actions.openRuns,
  also: actionsText.also.openRuns,
  key: "h",
  perform: () => go(addresses.runs),
});
