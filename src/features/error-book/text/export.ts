/** UI text about the export of wrong chains. */
import { plural } from "../../../ui-kit/text/format.ts";

export const errorBookText = {
  exportWrong: "Export wrong chains",
  exportWrongHelp:
    "A line for every chain that passages or you corrected, beside the right one: what a small model is trained on. Questions and answers are in it, no passages.",
  exportedWrong: (pairs: number) => `${plural(pairs, "pair", "pairs")} saved.`,
  notExported: "The runs could not be read, so nothing was saved. Try again.",
  noneWrong: "No chain was corrected in these runs.",
};
