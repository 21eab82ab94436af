import { defineMethod } from "../../../runtime/method.ts";
import { baselinePresets, baselineSettings, passageControls, searchControls } from "../presets.ts";

const named = { id: "ircot", title: "IRCoT" };

export const ircot = defineMethod({
  ...named,
  citation:
    "Trivedi et al., 2023: Interleaving Retrieval with Chain-of-Thought Reasoning for Knowledge-Intensive Multi-Step Questions",
  summary:
    "A sentence of reasoning, a search with it, the next sentence on all that was found; at the end the passages are read.",
  kind: "baseline",
  // Eight rounds of query and reading, plus the end.
  mostCalls: 17,
  shape: "tree",
  stages: ["solve"],
  controls: ["maxRounds", "switches.repeatStop", ...searchControls, ...passageControls],
  presets: baselinePresets(named, [
    {
      id: "",
      title: "",
      description: "IRCoT (RA-ISF), at most eight sentences and fifteen passages.",
      changes: {
        maxRounds: 8,
        answer: { form: "short", passages: 15, maxTokens: 3000 },
        retrieval: { ...baselineSettings(named.id).retrieval, k: 4 },
      },
    },
  ]),
  load: async () => (await import("./ircot.ts")).parts,
});
