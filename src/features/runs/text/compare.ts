import type { DecisiveStep } from "../../../folds/divergence.ts";
import { plural } from "../../../ui-kit/text/format.ts";

const stepKinds: Record<DecisiveStep["kind"], string> = {
  branch: "asked",
  gate: "judged whether it is known",
  source: "chose where to look",
  search: "searched for",
  passages: "found",
  filter: "kept",
  verdict: "read",
  answer: "answered",
  end: "ended",
};

export const compareText = {
  sameRuns: "Both runs did the same at every step.",
  parted: (shared: number, a: string, b: string) =>
    `${shared === 0 ? "They diverge at the first step" : `They diverge after ${plural(shared, "step", "steps")} alike`}. ${a} ${b}`,
  partedSide: (title: string, step: DecisiveStep | null) =>
    step === null
      ? `${title} had ended.`
      : `${title} ${stepKinds[step.kind]}${step.shown === "" ? " nothing." : ` “${step.shown}”.`}`,
  partedHere: "Diverges here",
  shared: "Steps that both runs took alike",
  hint: "Choose a step to read what was asked, found and decided.",
  treeOf: (title: string) => `Steps of ${title}`,
};
