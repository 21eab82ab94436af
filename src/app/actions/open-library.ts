import { actionsText } from "../../ui-kit/text/actions.ts";
import { action } from "./action.ts";

export const openLibrary = action({
  id: "library",
  title: actionsText.actions.library,
  also: actionsText.also.library,
  perform: ({ view }) => view.getState().openSettings("library"),
});
