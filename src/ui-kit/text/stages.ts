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

/** Whether the large model is shown to gain or lose in a stage. */
export const verdictWords = {
  large: "pays",
  small: "hurts",
  open: "cannot tell",
  few: "under 30 questions",
} as const;

const perfect: Readonly<Record<Stage, string>> = {
  plan: "planner",
  solve: "reader",
  summarise: "concluder",
};

/**
 * What a perfect stage would bring beside what the model does, of which null is unknown: “A perfect
 * planner: +16.1; this model: −1.4”.
 */
export function ceilingWords(stage: Stage, gain: string, model: string | null): string {
  const own = model === null ? "" : `; this model: ${model}`;
  return `A perfect ${perfect[stage]}: ${gain}${own}`;
}
