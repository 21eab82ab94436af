/** Direct RAG's description and presets; light, so that the page can show them at once. */
import type { MethodInfo } from "../../../runtime/method.ts";
import { passageControls, rivalPresets, searchControls } from "../presets.ts";

const named = { id: "direct-rag", title: "Direct RAG" };

export const directRagInfo: MethodInfo = {
  ...named,
  citation: "Lewis et al., 2020: Retrieval-Augmented Generation for Knowledge-Intensive NLP Tasks",
  summary: "The question itself is looked up, always; the model answers from what was found.",
  kind: "rival",
  stages: ["solve"],
  controls: [...searchControls, ...passageControls],
  presets: rivalPresets(named, [
    {
      id: "",
      title: "",
      description: "Direct RAG (SlimPLM), RAG (RA-ISF): five passages, one answer.",
    },
  ]),
};
