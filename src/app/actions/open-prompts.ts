import { actionsText } from "../../ui-kit/text/actions.ts";
import { action } from "./action.ts";

export const openPrompts = action({
  id: "prompts",
  title: actionsText.actions.prompts,
  perform: ({ view }) => view.getState().openPrompts(true),
});
