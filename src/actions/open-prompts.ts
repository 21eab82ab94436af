import { actionsText } from "../ui/text/actions-en.ts";
import { action } from "./action.ts";

export const openPrompts = action({
  id: "prompts",
  title: actionsText.actions.prompts,
  perform: ({ view }) => view.getState().openPrompts(true),
});
