import { navigate, paths } from "../runtime/routes.ts";
import { action } from "./action.ts";

export const openAsk = action({
  id: "open-ask",
  title: "Go to Ask",
  key: "a",
  perform: () => navigate(paths.ask),
});
