import { actionsText } from "../../ui-kit/text/actions.ts";
import { action } from "../runtime/action.ts";

/** Its key must work in text fields too, so it is not a single character. */
export const openPalette = action({
  id: "palette",
  title: "All commands",
  shown: actionsText.keys.palette,
  perform: ({ view }) => view.getState().open("palette"),
});
