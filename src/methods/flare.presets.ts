/** FLARE's description and presets; light, so that the page can show them at once. */
import type { MethodInfo } from "../core/method.ts";
import { passageControls, rivalPresets, searchControls } from "./rival.presets.ts";

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
  choices: [
    "One threshold decides both whether a sentence is looked up (θ) and which words leave the query (β); a word with an unlikely token goes as a whole.",
    "Where an engine tells log-probabilities but not whose, the sentence is searched for as it stands; where it tells none, every sentence is looked up, and the run says so.",
    "A sentence of which no word is left is looked up by the question.",
    "θ is not told in SlimPLM: here 0.6 of the probability, to be set by the slider.",
    "At most three sentences (SlimPLM, appendix B), then the answer is asked for.",
    "A trained small model writes no sentences: what it writes ahead is the next query of its chain and its answer from memory; an unsure answer is looked up by the query and the words it was sure of.",
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
