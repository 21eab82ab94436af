/** RA-ISF as one object; its code is fetched when it is asked for. */
import { defineMethod, shapeByPlan } from "../../runtime/method.ts";
import { presets } from "./presets.ts";

export const raIsf = defineMethod({
  id: "ra-isf",
  title: "RA-ISF",
  citation:
    "RA-ISF: Learning to Answer and Understand from Retrieval Augmentation via Iterative Self-Feedback",
  summary:
    "Asks itself what it knows, keeps the passages that help, and splits the question where none does.",
  kind: "paper",
  shape: shapeByPlan,
  stages: ["solve", "summarise"],
  controls: [
    "gate.kind",
    "gate.by",
    "gate.threshold",
    "source.choice",
    "source.tool",
    "retrieval.mode",
    "retrieval.k",
    "rerank",
    "filter.kind",
    "filter.by",
    "filter.threshold",
    "fallback.on",
    "fallback.by",
    "fallback.maxDepth",
    "fallback.fillEarlier",
    "duplicateThreshold",
    "reader",
    "answer.maxTokens",
    "evidence",
  ],
  presets,
  load: async () => (await import("./ra-isf.ts")).parts,
});
