import { actionsText } from "../../ui-kit/text/actions.ts";
import { action } from "./action.ts";

export const router = action({
  id: "router",
  title: actionsText.actions.router,
  key: "r",
  perform: ({ view }) => view.getState().openRouter(true),
});
