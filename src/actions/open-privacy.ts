import { actionsText } from "../ui/text/actions-en.ts";
import { action } from "./action.ts";

export const openPrivacy = action({
  id: "privacy",
  title: actionsText.actions.privacy,
  perform: ({ view }) => view.getState().openSettings("privacy"),
});
