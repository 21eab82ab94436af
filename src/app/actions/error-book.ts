import { action } from "./action.ts";

export const errorBook = action({
  id: "error-book",
  title: "Error book",
  key: "e",
  perform: ({ view }) => view.getState().openErrorBook("list"),
});
