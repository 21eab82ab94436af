export const stepText = {
  title: "Correct this step",
  answer: "The right answer",
  goOn: "Use my answer and continue",
  unsolved: "Mark as not found",
  kept: "Earlier steps stay. Everything after this one is redone; the old branch stays visible in grey. Your correction stays in the run.",
  keptAlone:
    "Earlier steps stay, and your answer counts here. Everything after this one is redone; the old branch stays visible in grey.",
  empty: "Enter the right answer first. If you do not know it, mark the step as not found.",
  setBack: "The switches return to this run’s settings.",
  leftBehind:
    "This step was replaced, so nothing can continue from it. Correct the step where the branches part.",
  noWord: {
    whole:
      "This is the question itself. What can be corrected is an answer on the way to it, and this method has none here.",
    parts:
      "This is the question itself. What can be corrected is an answer on the way to it: open one of the steps below.",
    search: "This was only looked up or thought through: it has no answer of its own to correct.",
  },
  again: "Do it again",
  alone: "Only this step uses the other model; later steps follow your switches.",
  said: "You said",
  wrong: "that its answer is wrong",
  word: "Your correction",
  instead: (answer: string, replaced: string) =>
    `You answered “${answer}” instead of “${replaced}”.`,
  confirmed: (answer: string) => `You confirmed “${answer}”.`,
  supplied: (answer: string) => `You answered “${answer}”, where it had nothing.`,
  tookBack: (replaced: string) => `You rejected its answer, “${replaced}”.`,
  leftOpen: "You left it open.",
};
