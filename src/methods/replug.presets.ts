/** REPLUG's description and presets; light, so that the page can show them at once. */
import type { MethodInfo } from "../core/method.ts";
import { passageControls, rivalPresets, searchControls } from "./rival.presets.ts";

const named = { id: "replug", title: "REPLUG (over candidate answers)" };

export const replugInfo: MethodInfo = {
  ...named,
  citation: "Shi et al., 2023: REPLUG: Retrieval-Augmented Black-Box Language Models",
  summary:
    "Every passage is read alone and proposes an answer; then all of them vote, weighed by likeness to the question.",
  kind: "rival",
  stages: ["solve"],
  controls: [...searchControls, ...passageControls.filter((path) => path !== "answer.form")],
  choices: [
    "An approximation: the paper mixes the probabilities of every next token over all passages, which no engine here lets one do. Here each passage proposes one answer, and the probabilities of these candidates are mixed: p(a) = Σ λ(d) · P(a | d, q).",
    "P(a | d, q) is read at the first token that tells the candidates apart; an engine that tells no probability gives each passage one vote, and the run says so.",
    "A passage may say none of the candidates; its share is then lost to all of them.",
    "λ is the softmax of the cosine of question and passage, as printed, by the encoder that searches the library.",
    "REPLUG LSR, which trains the retriever on the language model's own word, is left out.",
  ],
  presets: rivalPresets(named, [
    { id: "", title: "", description: "REPLUG (RA-ISF), over the answers of five passages." },
  ]),
};
