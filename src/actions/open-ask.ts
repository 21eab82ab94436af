import { addresses, go } from "../ui/shared/place.ts";
import { actionsText } from "../ui/text/actions-en.ts";
import { action } from "./action.ts";

export const openAsk = action({
  id: "open-ask",
  title: actionsText.actions.openAsk,
  key: "a",
  perform: () => go(addresses.ask),
});
