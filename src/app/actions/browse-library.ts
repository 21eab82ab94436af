import { chosenPath } from "../../features/library/view/browse/place.ts";
import { navigate } from "../runtime/routes.ts";
import { action } from "./action.ts";

export const browseLibrary = action({
  id: "browse-library",
  title: "Read the library",
  also: "browse facts entries countries look up",
  perform: ({ runtime }) => navigate(chosenPath(runtime.settings.getState().library)),
});
