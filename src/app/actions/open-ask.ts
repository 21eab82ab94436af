import { actionsText } from "../../ui-kit/text/actions.ts";
import { addresses, go } from "../runtime/routes.ts";
import { action } from "./action.ts";

export const openAsk = action({
  id: "open-ask",
  title: actionsText.actions.openAsk,
  key: "a",
  perform: () => go(addresses.ask),
});
