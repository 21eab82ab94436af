/** What the three stages are called on the page: planning, reading and concluding. */
import { type Stage, stageWords } from "../../log/types.ts";

const capital = (word: string) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;

export const stageNames: Readonly<Record<Stage, string>> = {
  plan: capital(stageWords.plan),
  solve: capital(stageWords.solve),
  summarise: capital(stageWords.summarise),
};

export const stageDoing: Readonly<Record<Stage, string>> = {
  plan: "planning",
  solve: "reading",
  summarise: "concluding",
};
