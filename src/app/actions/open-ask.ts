import { action } from "../runtime/action.ts";
import { navigate, paths } from "../runtime/routes.ts";

export const openAsk = action({
  id: "open-ask",
  title: "Go to Ask",
  key: "a",
  perform: () => navigate(paths.ask),
});
