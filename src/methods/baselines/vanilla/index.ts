import { defineMethod } from "../../../runtime/method.ts";
import { baselinePresets } from "../presets.ts";

const named = { id: "vanilla", title: "Vanilla" };

export const vanilla = defineMethod({
  ...named,
  citation: "Brown et al., 2020: Language Models are Few-Shot Learners",
  summary: "The model answers from memory, in one call; nothing is looked up.",
  kind: "baseline",
  mostCalls: 1,
  shape: "single",
  stages: ["solve"],
  controls: [],
  presets: baselinePresets(named, [
    { id: "", title: "", description: "Vanilla Chat (SlimPLM), Vanilla LM or Direct (RA-ISF)." },
  ]),
  load: async () => (await import("./vanilla.ts")).parts,
});
