/** SKR-kNN's description and presets; light, so that the page can show them at once. */
import type { MethodInfo } from "../core/method.ts";
import { passageControls, rivalPresets, searchControls } from "./rival.presets.ts";

const named = { id: "skr-knn", title: "SKR-kNN" };

export const skrKnnInfo: MethodInfo = {
  ...named,
  citation:
    "Wang et al., 2023: Self-Knowledge Guided Retrieval Augmentation for Large Language Models",
  summary:
    "The questions most like this one vote: what the model knew of them decides whether to search.",
  kind: "rival",
  stages: ["solve"],
  controls: ["rival.neighbours", "gate.threshold", ...searchControls, ...passageControls],
  choices: [
    "The labelled questions are ours: generated from the World Factbook and asked of the small model that comes with the app. Questions on other things have no near neighbours among them.",
    "Known is what that model answered rightly from memory; unknown what it answered rightly from passages only; the rest is dropped. The labels keep their natural shares.",
    "For another model the labels are another model's knowledge; the run says so where that is the case.",
    "SimCSE finds the neighbours in the paper: here the encoder that searches the library.",
    "k is not told for SlimPLM's table: here 5, and half of the votes are enough to answer from memory.",
  ],
  presets: rivalPresets(named, [
    {
      id: "",
      title: "",
      description: "SKR-KNN (SlimPLM), SKR kNN (RA-ISF): memory or direct RAG, by five neighbours.",
      changes: { rival: { tokenThreshold: 0.6, neighbours: 5 } },
    },
  ]),
};
