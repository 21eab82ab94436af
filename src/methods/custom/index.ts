import { controls, isSharedPath } from "../../runtime/controls.ts";
import { defineMethod, shapeByPlan } from "../../runtime/method.ts";
import { pipelineUses } from "../../stages/index.ts";
import { presets } from "./presets.ts";

export const customPipeline = defineMethod({
  id: "composed",
  title: "Own combination",
  citation: "SearChain, CoopLLM, SlimPLM, RA-ISF and HomoRouter, stage by stage",
  summary: "Every stage of the four papers, each on or off and done by whom you choose.",
  kind: "own",
  shape: shapeByPlan,
  uses: pipelineUses,
  stages: ["plan", "solve", "summarise"],
  controls: Object.keys(controls)
    .filter(isSharedPath)
    .filter((path) => path !== "plan"),
  presets,
  load: async () => (await import("./custom.ts")).parts,
});
