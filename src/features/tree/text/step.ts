/** What a person can do with an open step; fetched with its panel. */
export const stepText = {
  title: "Your word on this step",
  answer: "The right answer",
  goOn: "Correct it and go on",
  unsolved: "Mark unsolved",
  kept: "The steps before it are kept, and what was built on it stays in sight, left behind. From here the chain is built anew, and what you corrected goes to the error book.",
  keptAlone:
    "The steps before it are kept; your word counts in place of its answer. What came after it is done anew, and stays in sight as it was, left behind.",
  empty: "Write the right answer first. If you do not know it, mark the step unsolved.",
  setBack: "The switches go back to what this run went by.",
  leftBehind:
    "This step was left behind, so nothing can be built on it. Correct the step where the path parts.",
  noWord: {
    whole:
      "This is the question itself. What can be corrected is an answer on the way to it, and this method has none here.",
    parts:
      "This is the question itself. What can be corrected is an answer on the way to it: open one of the steps below.",
    search: "This was only looked up or thought through: it has no answer of its own to correct.",
  },
  again: "Do it again",
  alone:
    "With the other model only this step changes hands; what follows is done as the switches say.",
  said: "You said",
  wrong: "that its answer is wrong",
  word: "Your word",
  instead: (answer: string, replaced: string) =>
    `You answered “${answer}” instead of “${replaced}”.`,
  confirmed: (answer: string) => `You confirmed “${answer}”.`,
  supplied: (answer: string) => `You answered “${answer}”, where it had nothing.`,
  tookBack: (replaced: string) => `You took back its answer, “${replaced}”.`,
  leftOpen: "You left it open.",
};
