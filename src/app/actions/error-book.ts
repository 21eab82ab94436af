import { actionsText } from "../../ui-kit/text/actions.ts";
import { action } from "./action.ts";

export const errorBook = action({
  id: "error-book",
  title: actionsText.actions.errorBook,
  key: "e",
  perform: ({ view }) => view.getState().openErrorBook("list"),
});
