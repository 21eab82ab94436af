/** Vanilla's description and presets; light, so that the page can show them at once. */
import type { MethodInfo } from "../core/method.ts";
import { rivalPresets } from "./rival.presets.ts";

const named = { id: "vanilla", title: "Vanilla" };

export const vanillaInfo: MethodInfo = {
  ...named,
  citation: "Brown et al., 2020: Language Models are Few-Shot Learners",
  summary: "The model answers from memory, in one call; nothing is looked up.",
  kind: "rival",
  stages: ["solve"],
  controls: [],
  choices: [
    "SlimPLM gives the bare question, RA-ISF asks for an answer without explanation: here a large model is asked for a bare answer and may add to it, a small one writes only the answer.",
    "A trained small model is asked by its skill for answers from memory.",
  ],
  presets: rivalPresets(named, [
    { id: "", title: "", description: "Vanilla Chat (SlimPLM), Vanilla LM or Direct (RA-ISF)." },
  ]),
};
