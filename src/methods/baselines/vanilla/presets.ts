/** Vanilla's description and presets; light, so that the page can show them at once. */
import type { MethodInfo } from "../../../runtime/method.ts";
import { rivalPresets } from "../presets.ts";

const named = { id: "vanilla", title: "Vanilla" };

export const vanillaInfo: MethodInfo = {
  ...named,
  citation: "Brown et al., 2020: Language Models are Few-Shot Learners",
  summary: "The model answers from memory, in one call; nothing is looked up.",
  kind: "rival",
  stages: ["solve"],
  controls: [],
  presets: rivalPresets(named, [
    { id: "", title: "", description: "Vanilla Chat (SlimPLM), Vanilla LM or Direct (RA-ISF)." },
  ]),
};
