/** Labels of the three stages: planning, reading and concluding. */
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
 * The gain of a perfect stage beside the model's, which is null if unknown: “A perfect planner:
 * +16.1; this model: −1.4”.
 */
export function ceilingWords(stage: Stage, gain: string, model: string | null): string {
  const own = model === null ? "" : `; this model: ${model}`;
  return `A perfect ${perfect[stage]}: ${gain}${own}`;
}
