import { actionsText } from "../../ui-kit/text/actions.ts";
import { addresses, go } from "../runtime/routes.ts";
import { action } from "./action.ts";

export const openLab = action({
  id: "open-lab",
  title: actionsText.actions.openLab,
  key: "l",
  perform: () => go(addresses.lab),
});
