/** What can be done with the tree as a whole. */
import { plural } from "./format.ts";

export const treeText = {
  foldFinished: "Fold finished branches",
  folded: (steps: number) => `+${plural(steps, "step", "steps")} folded`,
  lens: "Lens",
  lenses: { shape: "Shape", time: "Time", money: "Money" },
  lensHelp: {
    shape: "",
    time: "Lines are as wide as the seconds their step took.",
    money: "Lines are as wide as the money their step cost.",
  },
  answerUntilNow: "The answer until now; the run goes on from your word.",
  noMoney: "Nothing was paid in this run: every step was done on this device.",
};
