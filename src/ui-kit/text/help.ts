export const helpText = {
  title: "How to read this page",
  parts: [
    [
      "Question",
      "Ask something that takes two or more look-ups. It is cut into a chain of smaller questions.",
    ],
    [
      "Switches",
      "Planning, reading and concluding are each done by a small model on this device, by a large one you pay for, or by whichever the small model thinks it needs.",
    ],
    [
      "Tree",
      "Every smaller question is checked against passages of the library. What the library contradicts is overruled, and a new branch grows from there.",
    ],
    [
      "Meter",
      "What the run spent, and what the large model alone would have cost for the same words.",
    ],
    ["Sources", "A number in the answer opens the passage it rests on."],
    [
      "Lab",
      "Asks many questions by small and large models in turn, and shows which stages are worth the large model’s price.",
    ],
    [
      "Runs",
      "Every run is kept in this browser: to find again, to compare, and to go on with after a crash.",
    ],
  ],
  private:
    "Questions, passages and answers stay on this device unless a stage is given to the large model, or the small one is set to a server. Keys are kept in memory only, unless you ask otherwise.",
};
