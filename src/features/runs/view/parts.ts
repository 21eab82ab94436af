import { loadFeatures } from "../../../app/lazy/feature-parts.ts";
import { action } from "../../../app/runtime/action.ts";
import { navigate, paths } from "../../../app/runtime/routes.ts";

export async function page() {
  // The tools' late arrival would move the list.
  const [{ RunsPage }] = await Promise.all([import("./RunsPage.tsx"), loadFeatures()]);
  return RunsPage;
}

export const actions = [
  action({
    id: "open-runs",
    title: "Go to the runs",
    also: "history",
    key: "h",
    perform: () => navigate(paths.runs),
  }),
];
