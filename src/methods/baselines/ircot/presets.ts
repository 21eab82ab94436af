/** IRCoT's description and presets; light, so that the page can show them at once. */
import type { MethodInfo } from "../../../runtime/method.ts";
import { passageControls, rivalPresets, rivalSettings, searchControls } from "../presets.ts";

const named = { id: "ircot", title: "IRCoT" };

export const ircotInfo: MethodInfo = {
  ...named,
  citation:
    "Trivedi et al., 2023: Interleaving Retrieval with Chain-of-Thought Reasoning for Knowledge-Intensive Multi-Step Questions",
  summary:
    "A sentence of reasoning, a search with it, the next sentence on all that was found; at the end the passages are read.",
  kind: "rival",
  stages: ["solve"],
  controls: ["maxRounds", "switches.repeatStop", ...searchControls, ...passageControls],
  presets: rivalPresets(named, [
    {
      id: "",
      title: "",
      description: "IRCoT (RA-ISF), at most eight sentences and fifteen passages.",
      changes: {
        maxRounds: 8,
        answer: { form: "short", passages: 15, maxTokens: 3000 },
        retrieval: { ...rivalSettings(named.id).retrieval, k: 4 },
      },
    },
  ]),
};
