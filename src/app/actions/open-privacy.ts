import { actionsText } from "../../ui-kit/text/actions.ts";
import { action } from "./action.ts";

export const openPrivacy = action({
  id: "privacy",
  title: actionsText.actions.privacy,
  perform: ({ view }) => view.getState().openSettings("privacy"),
});
