import { defineMethod, shapeByPlan } from "../../runtime/method.ts";
import { pipelineUses } from "../../stages/index.ts";
import { presets } from "./presets.ts";

export const homoRouter = defineMethod({
  id: "homo-router",
  title: "HomoRouter",
  citation: "Query Routing for Homogeneous Tools: An Instantiation in the RAG Scenario",
  summary:
    "Predicts for each question how well every search tool would serve it, and asks the one that is worth it.",
  kind: "paper",
  shape: shapeByPlan,
  uses: pipelineUses,
  stages: ["summarise"],
  controls: [
    "decisionThreshold",
    "source.choice",
    "source.tool",
    "retrieval.mode",
    "retrieval.k",
    "rerank",
    "reader",
    "answer.form",
    "answer.passages",
    "answer.maxTokens",
    "evidence",
  ],
  presets,
  load: async () => (await import("./homo-router.ts")).parts,
});
