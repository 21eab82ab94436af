/** ITER-RETGEN's description and presets; light, so that the page can show them at once. */
import type { MethodInfo } from "../../../runtime/method.ts";
import { passageControls, rivalPresets, searchControls } from "../presets.ts";

const named = { id: "iter-retgen", title: "ITER-RETGEN" };

export const iterRetgenInfo: MethodInfo = {
  ...named,
  citation:
    "Shao et al., 2023: Enhancing Retrieval-Augmented Large Language Models with Iterative Retrieval-Generation Synergy",
  summary: "Each answer is added to the question for the next search, three times over.",
  kind: "rival",
  stages: ["solve"],
  controls: ["maxRounds", "switches.repeatStop", ...searchControls, ...passageControls],
  presets: rivalPresets(named, [
    {
      id: "",
      title: "",
      description: "ITER-RETGEN with T = 3 (SlimPLM; Iter-RetGen 3 in RA-ISF).",
      changes: { maxRounds: 3 },
    },
  ]),
};
