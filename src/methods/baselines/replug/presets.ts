/** REPLUG's description and presets; light, so that the page can show them at once. */
import type { MethodInfo } from "../../../runtime/method.ts";
import { passageControls, rivalPresets, searchControls } from "../presets.ts";

const named = { id: "replug", title: "REPLUG (over candidate answers)" };

export const replugInfo: MethodInfo = {
  ...named,
  citation: "Shi et al., 2023: REPLUG: Retrieval-Augmented Black-Box Language Models",
  summary:
    "Every passage is read alone and proposes an answer; then all of them vote, weighed by likeness to the question.",
  kind: "rival",
  stages: ["solve"],
  controls: [...searchControls, ...passageControls.filter((path) => path !== "answer.form")],
  presets: rivalPresets(named, [
    { id: "", title: "", description: "REPLUG (RA-ISF), over the answers of five passages." },
  ]),
};
