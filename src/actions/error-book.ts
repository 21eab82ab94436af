import { actionsText } from "../ui/text/actions-en.ts";
import { action } from "./action.ts";

export const errorBook = action({
  id: "error-book",
  title: actionsText.actions.errorBook,
  key: "e",
  perform: ({ view }) => view.getState().openErrorBook("list"),
});
