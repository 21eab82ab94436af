/** Least-to-most's description and presets; light, so that the page can show them at once. */
import type { MethodInfo } from "../core/method.ts";
import { passageControls, rivalPresets, searchControls } from "./rival.presets.ts";

const named = { id: "least-to-most", title: "Least-to-most" };

export const leastToMostInfo: MethodInfo = {
  ...named,
  citation:
    "Zhou et al., 2023: Least-to-Most Prompting Enables Complex Reasoning in Large Language Models",
  summary:
    "The question is split first; its parts are answered in order, each with the answers before it.",
  kind: "rival",
  stages: ["solve"],
  controls: [...searchControls, ...passageControls],
  choices: [
    "RA-ISF does not say whether this rival looks anything up: here it answers from memory, as least-to-most was made; looking up each part is a variant.",
    "Prompts and examples are the project's own. A trained small model splits by its skill, which was taught on parts that stand on their own.",
    "Earlier questions and answers are told before the part that is asked; a search is told the answers only, and only where the part refers back (`it`, `that country`); the encoder, which reads for a small model, is told none.",
    "A part that repeats the question is left out; the last call answers the question itself. At most six parts.",
  ],
  presets: rivalPresets(named, [
    {
      id: "",
      title: "",
      description: "Least-to-most (RA-ISF): parts in order, from memory.",
      changes: { source: { choice: "fixed", tool: "none" } },
    },
    {
      id: "retrieval",
      title: "with retrieval",
      description: "Ours: each part is looked up as well.",
    },
  ]),
};
