/** The line by the question that tells where the run stands. */

export const progressText = {
  seeSteps: "See the steps",
  seeAnswer: "See the answer",
};
