import { action } from "./action.ts";

export const openPrivacy = action({
  id: "privacy",
  title: "What may leave this device",
  perform: ({ view }) => view.getState().openSettings("privacy"),
});
