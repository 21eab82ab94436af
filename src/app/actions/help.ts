import { actionsText } from "../../ui-kit/text/actions.ts";
import { action } from "./action.ts";

export const help = action({
  id: "help",
  title: actionsText.actions.help,
  key: "?",
  perform: ({ view }) => view.getState().openHelp(true),
});
