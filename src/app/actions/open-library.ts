import { action } from "./action.ts";

export const openLibrary = action({
  id: "library",
  title: "Your own documents",
  also: "library files upload pdf",
  perform: ({ view }) => view.getState().openSettings("library"),
});
