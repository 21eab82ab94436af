import { navigate, paths } from "../runtime/routes.ts";
import { action } from "./action.ts";

export const openLab = action({
  id: "open-lab",
  title: "Go to the lab",
  key: "l",
  perform: () => navigate(paths.lab),
});
