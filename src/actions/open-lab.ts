import { addresses, go } from "../ui/shared/place.ts";
import { actionsText } from "../ui/text/actions-en.ts";
import { action } from "./action.ts";

export const openLab = action({
  id: "open-lab",
  title: actionsText.actions.openLab,
  key: "l",
  perform: () => go(addresses.lab),
});
