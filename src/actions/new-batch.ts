import { addresses, go } from "../ui/shared/place.ts";
import { actionsText } from "../ui/text/actions-en.ts";
import { action } from "./action.ts";

export const newBatch = action({
  id: "new-batch",
  title: actionsText.actions.newBatch,
  key: "b",
  perform: () => go(addresses.newBatch),
});
