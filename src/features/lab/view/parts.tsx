import { action } from "../../../app/runtime/action.ts";
import { labRoute, navigate, paths } from "../../../app/runtime/routes.ts";

export async function page() {
  const { LabPage } = await import("./LabPage.tsx");
  return ({ at }: { at: string }) => <LabPage place={labRoute(at)} />;
}

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
