import { defineMethod } from "../../../runtime/method.ts";
import { baselinePresets, passageControls, searchControls } from "../presets.ts";

const named = { id: "direct-rag", title: "Direct RAG" };

export const directRag = defineMethod({
  ...named,
  citation: "Lewis et al., 2020: Retrieval-Augmented Generation for Knowledge-Intensive NLP Tasks",
  summary: "The question itself is looked up, always; the model answers from what was found.",
  kind: "baseline",
  mostCalls: 1,
  shape: "single",
  stages: ["solve"],
  controls: [...searchControls, ...passageControls, "evidence"],
  presets: baselinePresets(named, [
    {
      id: "",
      title: "",
      description: "Direct RAG (SlimPLM), RAG (RA-ISF): five passages, one answer.",
      looksOnce: true,
    },
  ]),
  load: async () => (await import("./direct-rag.ts")).parts,
});
