/** What a person can do with an open step; fetched with its panel. */
export const stepText = {
  title: "Your word on this step",
  answer: "The right answer",
  goOn: "Correct it and go on",
  unsolved: "Mark unsolved",
  kept: "The steps before it are kept, and what was built on it stays in sight, left behind. From here the chain is built anew, and what you corrected goes to the error book.",
  empty: "Write the right answer first. If you do not know it, mark the step unsolved.",
  setBack: "The switches go back to what this run went by.",
  leftBehind:
    "This step was left behind by a later branch, so nothing can be built on it. Correct the step where that branch began.",
  again: "Do it again",
  alone:
    "With the other model only this step changes hands; what follows is done as the switches say.",
  said: "You said",
  wrong: "that its answer is wrong",
  word: "Your word",
  instead: (answer: string, replaced: string) =>
    `You answered “${answer}” instead of “${replaced}”.`,
  supplied: (answer: string) => `You answered “${answer}”, where it had nothing.`,
  tookBack: (replaced: string) => `You took back its answer, “${replaced}”.`,
  leftOpen: "You left it open.",
};
