import { action } from "../runtime/action.ts";

export const help = action({
  id: "help",
  title: "Help and keys",
  key: "?",
  perform: ({ view }) => view.getState().open("help"),
});
