import { actionsText } from "../../ui-kit/text/actions.ts";
import { addresses, go } from "../runtime/routes.ts";
import { action } from "./action.ts";

export const openRuns = action({
  id: "open-runs",
  title: actionsText.actions.openRuns,
  also: actionsText.also.openRuns,
  key: "h",
  perform: () => go(addresses.runs),
});
