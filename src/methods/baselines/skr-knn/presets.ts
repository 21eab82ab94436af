/** SKR-kNN's description and presets; light, so that the page can show them at once. */
import type { MethodInfo } from "../../../runtime/method.ts";
import { passageControls, rivalPresets, searchControls } from "../presets.ts";

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
  presets: rivalPresets(named, [
    {
      id: "",
      title: "",
      description: "SKR-KNN (SlimPLM), SKR kNN (RA-ISF): memory or direct RAG, by five neighbours.",
      changes: { rival: { tokenThreshold: 0.6, neighbours: 5 } },
    },
  ]),
};
