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
  lens: "Bars show",
  lenses: { time: "Time", money: "Money" },
  lensHelp: {
    time: "Bars are as wide as the seconds of a step; the disc at Q is planning.",
    money: "Bars are as wide as the money of a step; the disc at Q is planning.",
  },
  answerUntilNow: "The answer so far; the run continues from your correction.",
  noMoney: "Free. Bars show time.",
};
