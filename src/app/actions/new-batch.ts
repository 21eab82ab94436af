import { navigate, paths } from "../runtime/routes.ts";
import { action } from "./action.ts";

export const newBatch = action({
  id: "new-batch",
  title: "New batch in the lab",
  key: "b",
  perform: () => navigate(paths.newBatch),
});
