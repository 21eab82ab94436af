import { action } from "../../../app/runtime/action.ts";
import { routerName } from "../text/name.ts";

export const dialogs = { router: async () => (await import("./RouterDialog.tsx")).RouterDialog };

export const actions = [
  action({
    id: "router",
    title: routerName,
    key: "r",
    perform: ({ view }) => view.getState().open("router"),
  }),
];
