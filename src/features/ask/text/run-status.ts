/** Status of the run next to the question, or that the last run was interrupted. */

export const statusText = {
  playing: "Playing the recorded run…",
  example: (short: string, isRight: boolean) =>
    `${short === "" ? "No answer" : short} ${isRight ? "✓ right" : "✗ wrong"}`,
  beforeFlip: (wasRight: boolean) => `(before the flip: ${wasRight ? "✓ right" : "✗ wrong"})`,
  seeSteps: "See the steps",
  seeAnswer: "See the answer",
  seeWhy: "See why",
  atCap: "Stopped before a spending cap.",
  choose: "Choose how it goes on",
  englishOnly:
    "The built-in model only knows English. Treat answers in other languages as guesses, or pick another model.",
  brokeOff: (question: string) => `Your last run broke off: “${question}”`,
  goOn: "Go on with it",
};
