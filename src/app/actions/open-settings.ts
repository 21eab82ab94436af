import { action } from "./action.ts";

export const openSettings = action({
  id: "settings",
  title: "Engines and key",
  also: "settings preferences options models api provider price spending caps threads",
  key: ",",
  perform: ({ view }) => view.getState().openSettings("small"),
});
