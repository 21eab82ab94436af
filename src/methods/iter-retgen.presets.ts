/** ITER-RETGEN's description and presets; light, so that the page can show them at once. */
import type { MethodInfo } from "../core/method.ts";
import { passageControls, rivalPresets, searchControls } from "./rival.presets.ts";

const named = { id: "iter-retgen", title: "ITER-RETGEN" };

export const iterRetgenInfo: MethodInfo = {
  ...named,
  citation:
    "Shao et al., 2023: Enhancing Retrieval-Augmented Large Language Models with Iterative Retrieval-Generation Synergy",
  summary: "Each answer is added to the question for the next search, three times over.",
  kind: "rival",
  stages: ["solve"],
  controls: ["maxRounds", "switches.repeatStop", ...searchControls, ...passageControls],
  choices: [
    "The paper searches with everything that was written, reasoning included: here with all that the model says, which is a bare answer where the encoder or a trained small model reads.",
    "Only the passages of the last search are in the prompt, as printed.",
    "A search that repeats an earlier one would find and say the same again: the rounds end there (a switch), so that fewer than three calls may be counted.",
    "Where the last round says nothing, the answer of the round before it stands.",
  ],
  presets: rivalPresets(named, [
    {
      id: "",
      title: "",
      description: "ITER-RETGEN with T = 3 (SlimPLM; Iter-RetGen 3 in RA-ISF).",
      changes: { maxRounds: 3 },
    },
  ]),
};
