import { actionsText } from "../../ui-kit/text/actions.ts";
import { action } from "./action.ts";

/** Its key works in a text field too, so it is not one character. */
export const openPalette = action({
  id: "palette",
  title: "All commands",
  shown: actionsText.keys.palette,
  perform: ({ view }) => view.getState().openPalette(true),
});
