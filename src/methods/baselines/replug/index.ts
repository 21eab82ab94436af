import { defineMethod } from "../../../runtime/method.ts";
import { baselinePresets, passageControls, searchControls } from "../presets.ts";

const named = { id: "replug", title: "REPLUG (over candidate answers)" };

export const replug = defineMethod({
  ...named,
  citation: "Shi et al., 2023: REPLUG: Retrieval-Augmented Black-Box Language Models",
  summary:
    "Every passage is read alone and proposes an answer; then all of them vote, weighed by likeness to the question.",
  kind: "baseline",
  // Five passages that each propose and choose.
  mostCalls: 10,
  shape: "tree",
  stages: ["solve"],
  departures: {
    noChoiceProbabilities: "The engine tells no option's probability: each passage had one vote.",
  },
  controls: [
    ...searchControls,
    ...passageControls.filter((path) => path !== "answer.form"),
    "evidence",
  ],
  presets: baselinePresets(named, [
    {
      id: "",
      title: "",
      description: "REPLUG (RA-ISF), over the answers of five passages.",
      looksOnce: true,
    },
  ]),
  load: async () => (await import("./replug.ts")).parts,
});
