import { type Stage, stageWords } from "../../log/types.ts";

export const capital = (word: string) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;

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

/** For example “A perfect planner: +16.1; this model: −1.4”. */
export function ceilingWords(stage: Stage, gain: string, model: string | null): string {
  const own = model === null ? "" : `; this model: ${model}`;
  return `A perfect ${perfect[stage]}: ${gain}${own}`;
}
