/** Least-to-most's description and presets; light, so that the page can show them at once. */
import type { MethodInfo } from "../../../runtime/method.ts";
import { passageControls, rivalPresets, searchControls } from "../presets.ts";

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
