import { actionsText } from "../ui/text/actions-en.ts";
import { action } from "./action.ts";

export const router = action({
  id: "router",
  title: actionsText.actions.router,
  key: "r",
  perform: ({ view }) => view.getState().openRouter(true),
});
