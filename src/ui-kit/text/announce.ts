export const announceText = {
  loading: (title: string) => `Loading ${title}.`,
  loadingLibrary: "Loading the library.",
  stage: (stage: "plan" | "summarise", model: string) =>
    `${stage === "plan" ? "Planning" : "Concluding"} with ${model}.`,
  solving: (value: number) => `Reading passages for step ${value}…`,
  corrected: (from: string, to: string) =>
    `The library overruled ${from}: ${to}. A new branch begins.`,
  stopped: "Stopped. What was answered so far is kept.",
  failed: "The run failed.",
};
