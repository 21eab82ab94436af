import { actionsText } from "../ui/text/actions-en.ts";
import { action } from "./action.ts";

export const openSettings = action({
  id: "settings",
  title: actionsText.actions.settings,
  also: actionsText.also.settings,
  key: ",",
  perform: ({ view }) => view.getState().openSettings("small"),
});
