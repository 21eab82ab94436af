import { defineMethod } from "../../../runtime/method.ts";
import { baselinePresets, passageControls, searchControls } from "../presets.ts";
import { skrKnnSettings } from "./settings.ts";

const named = { id: "skr-knn", title: "SKR-kNN" };

export const skrKnn = defineMethod({
  ...named,
  citation:
    "Wang et al., 2023: Self-Knowledge Guided Retrieval Augmentation for Large Language Models",
  summary:
    "The questions most like this one vote: what the model knew of them decides whether to search.",
  kind: "baseline",
  mostCalls: 1,
  shape: "single",
  stages: ["solve"],
  settings: skrKnnSettings,
  departures: {
    otherModelKnowledge: "The labelled questions were asked of another model than this one.",
  },
  controls: ["gate.threshold", ...searchControls, ...passageControls, "evidence"],
  presets: baselinePresets(named, [
    {
      id: "",
      title: "",
      description: "SKR-KNN (SlimPLM), SKR kNN (RA-ISF): memory or direct RAG, by five neighbours.",
      looksOnce: true,
    },
  ]),
  load: async () => (await import("./skr-knn.ts")).parts,
});
