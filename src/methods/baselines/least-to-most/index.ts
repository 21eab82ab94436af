import { defineMethod } from "../../../runtime/method.ts";
import { baselinePresets, passageControls, searchControls } from "../presets.ts";

const named = { id: "least-to-most", title: "Least-to-most" };

export const leastToMost = defineMethod({
  ...named,
  citation:
    "Zhou et al., 2023: Least-to-Most Prompting Enables Complex Reasoning in Large Language Models",
  summary:
    "The question is split first; its parts are answered in order, each with the answers before it.",
  kind: "baseline",
  // Six parts, the split and the whole question.
  mostCalls: 8,
  shape: "tree",
  stages: ["solve"],
  controls: [...searchControls, ...passageControls],
  presets: baselinePresets(named, [
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
  load: async () => (await import("./least-to-most.ts")).parts,
});
