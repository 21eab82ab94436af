import { action } from "../../../app/runtime/action.ts";
import { navigate } from "../../../app/runtime/routes.ts";
import { chosenPath } from "./browse/place.ts";

export const page = async () => (await import("./browse/LibraryPage.tsx")).LibraryPage;

export const actions = [
  action({
    id: "browse-library",
    title: "Read the library",
    also: "browse facts entries countries look up",
    perform: ({ runtime }) => navigate(chosenPath(runtime.settings.getState().library)),
  }),
];
