import { action } from "./action.ts";

export const router = action({
  id: "router",
  title: "Search router",
  key: "r",
  perform: ({ view }) => view.getState().openRouter(true),
});
