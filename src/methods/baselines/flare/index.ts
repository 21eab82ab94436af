import { defineMethod } from "../../../runtime/method.ts";
import { baselinePresets, passageControls, searchControls } from "../presets.ts";
import { flareSettings } from "./settings.ts";

const named = { id: "flare", title: "FLARE" };

export const flare = defineMethod({
  ...named,
  citation: "Jiang et al., 2023: Active Retrieval Augmented Generation",
  summary:
    "Each sentence is written ahead; where the model was unsure of a word, the sentence is looked up and rewritten.",
  kind: "baseline",
  // Three rounds of query, draft and reading, plus the end.
  mostCalls: 10,
  shape: "tree",
  stages: ["solve"],
  settings: flareSettings,
  departures: {
    noTokenProbabilities:
      "The engine tells no word's probability, so every sentence was looked up.",
  },
  controls: [
    "maxRounds",
    "switches.repeatStop",
    ...searchControls,
    ...passageControls.filter((path) => path !== "answer.form"),
  ],
  presets: baselinePresets(named, [
    {
      id: "",
      title: "",
      description: "FLARE direct (SlimPLM): at most three sentences, masked queries.",
      changes: { maxRounds: 3 },
    },
  ]),
  load: async () => (await import("./flare.ts")).parts,
});
