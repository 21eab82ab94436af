import { defineMethod } from "../../../runtime/method.ts";
import { baselinePresets, passageControls, searchControls } from "../presets.ts";

const named = { id: "iter-retgen", title: "ITER-RETGEN" };

export const iterRetgen = defineMethod({
  ...named,
  citation:
    "Shao et al., 2023: Enhancing Retrieval-Augmented Large Language Models with Iterative Retrieval-Generation Synergy",
  summary: "Each answer is added to the question for the next search, three times over.",
  kind: "baseline",
  mostCalls: 3,
  shape: "tree",
  stages: ["solve"],
  controls: ["maxRounds", "switches.repeatStop", ...searchControls, ...passageControls, "evidence"],
  presets: baselinePresets(named, [
    {
      id: "",
      title: "",
      description: "ITER-RETGEN with T = 3 (SlimPLM; Iter-RetGen 3 in RA-ISF).",
      looksOnce: true,
      changes: { maxRounds: 3 },
    },
  ]),
  load: async () => (await import("./iter-retgen.ts")).parts,
});
