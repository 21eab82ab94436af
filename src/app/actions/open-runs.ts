import { navigate, paths } from "../runtime/routes.ts";
import { action } from "./action.ts";

export const openRuns = action({
  id: "open-runs",
  title: "Go to the runs",
  also: "history",
  key: "h",
  perform: () => navigate(paths.runs),
});
