import { defineMethod } from "../../../runtime/method.ts";
import { defaultSettings } from "../../coop-llm/presets.ts";
import { baselinePresets, passageControls, searchControls } from "../presets.ts";

const named = { id: "self-eval", title: "Self-Eval" };
const { gate } = defaultSettings;

export const selfEval = defineMethod({
  ...named,
  citation: "Kadavath et al., 2022: Language Models (Mostly) Know What They Know",
  summary: "The model judges itself whether it knows the answer, and looks it up only if not.",
  kind: "baseline",
  mostCalls: 3,
  shape: "single",
  stages: ["solve"],
  controls: ["gate.kind", "gate.threshold", ...searchControls, ...passageControls, "evidence"],
  presets: baselinePresets(named, [
    {
      id: "",
      title: "",
      description: "As in SlimPLM's tables: the model says whether it knows, then answers.",
      looksOnce: true,
      changes: { gate: { ...gate, kind: "self-knowledge", judge: "model" } },
    },
    {
      id: "p-true",
      title: "P(True)",
      description: "Kadavath's own: the model answers, then says whether that answer is true.",
      looksOnce: true,
      changes: { gate: { ...gate, kind: "judge", judge: "model" } },
    },
  ]),
  load: async () => (await import("./self-eval.ts")).parts,
});
