/** FLARE's description and presets; light, so that the page can show them at once. */
import type { MethodInfo } from "../../../runtime/method.ts";
import { passageControls, rivalPresets, searchControls } from "../presets.ts";

const named = { id: "flare", title: "FLARE" };

export const flareInfo: MethodInfo = {
  ...named,
  citation: "Jiang et al., 2023: Active Retrieval Augmented Generation",
  summary:
    "Each sentence is written ahead; where the model was unsure of a word, the sentence is looked up and written anew.",
  kind: "rival",
  stages: ["solve"],
  controls: [
    "rival.tokenThreshold",
    "maxRounds",
    "switches.repeatStop",
    ...searchControls,
    ...passageControls.filter((path) => path !== "answer.form"),
  ],
  presets: rivalPresets(named, [
    {
      id: "",
      title: "",
      description: "FLARE direct (SlimPLM): at most three sentences, masked queries.",
      changes: { maxRounds: 3, rival: { tokenThreshold: 0.6, neighbours: 5 } },
    },
  ]),
};
