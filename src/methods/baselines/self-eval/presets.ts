/** Self-Eval's description and presets; light, so that the page can show them at once. */
import type { MethodInfo } from "../../../runtime/method.ts";
import { defaultSettings } from "../../coop-llm/presets.ts";
import { passageControls, rivalPresets, searchControls } from "../presets.ts";

const named = { id: "self-eval", title: "Self-Eval" };
const { gate } = defaultSettings;

export const selfEvalInfo: MethodInfo = {
  ...named,
  citation: "Kadavath et al., 2022: Language Models (Mostly) Know What They Know",
  summary: "The model judges itself whether it knows the answer, and looks it up only if not.",
  kind: "rival",
  stages: ["solve"],
  controls: ["gate.kind", "gate.threshold", ...searchControls, ...passageControls],
  presets: rivalPresets(named, [
    {
      id: "",
      title: "",
      description: "As in SlimPLM's tables: the model says whether it knows, then answers.",
      changes: { gate: { ...gate, kind: "self-knowledge", judge: "model" } },
    },
    {
      id: "p-true",
      title: "P(True)",
      description: "Kadavath's own: the model answers, then says whether that answer is true.",
      changes: { gate: { ...gate, kind: "judge", judge: "model" } },
    },
  ]),
};
