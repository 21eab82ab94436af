import { actionsText } from "../../ui-kit/text/actions.ts";
import { addresses, go } from "../runtime/routes.ts";
import { action } from "./action.ts";

export const newBatch = action({
  id: "new-batch",
  title: actionsText.actions.newBatch,
  key: "b",
  perform: () => go(addresses.newBatch),
});
