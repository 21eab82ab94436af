import { actionsText } from "../../ui-kit/text/actions.ts";
import { action } from "./action.ts";

export const openSettings = action({
  id: "settings",
  title: actionsText.actions.settings,
  also: actionsText.also.settings,
  key: ",",
  perform: ({ view }) => view.getState().openSettings("small"),
});
