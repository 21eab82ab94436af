import { action } from "../../../app/runtime/action.ts";
import { navigate, paths } from "../../../app/runtime/routes.ts";

export const page = async () => (await import("./LabPage.tsx")).LabPage;

export const actions = [
  action({
    id: "open-lab",
    title: "Go to the lab",
    key: "l",
    perform: () => navigate(paths.lab),
  }),
  action({
    id: "new-batch",
    title: "New batch in the lab",
    key: "b",
    perform: () => navigate(paths.newBatch),
  }),
];
