import { action } from "./action.ts";

export const openPrompts = action({
  id: "prompts",
  title: "Prompts: read and change",
  perform: ({ view }) => view.getState().openPrompts(true),
});
