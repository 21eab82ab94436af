/** What can be done with the tree as a whole. */
export const treeText = {
  fit: "Fit",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  readable: "Readable size",
  cut: "Part of it is out of sight: drag it, or press Fit to see all of it.",
  cutFoldable:
    "Part of it is out of sight: drag it, collapse finished branches, or press Fit to see all of it.",
  foldFinished: "Collapse finished branches",
  lens: "Lens",
  lenses: { shape: "Shape", time: "Time", money: "Money" },
  lensHelp: {
    shape: "",
    time: "Lines are as wide as the seconds their step took.",
    money: "Lines are as wide as the money their step cost.",
  },
  answerUntilNow: "The answer so far; the run continues from your correction.",
  noMoney: "Free. Bars show time.",
};
