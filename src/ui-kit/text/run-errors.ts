import type { ErrorData } from "../../log/errors.ts";

const editProblemWords: Readonly<Record<string, string>> = {
  "other-length": "there is not one text for each of its messages",
  empty: "one of them is empty",
  "too-long": "one of them is too long",
  "place-missing": "a place that it needs is missing",
  "place-unknown": "there is a place in it that it does not know",
};

export const runErrorTexts = {
  "run-not-repeatable": () => ({
    title: "This run cannot be continued here",
    body: "It was made by another version of this page, or with parts that are not here now, so its earlier steps cannot be followed again. The run itself is kept as it was, under Runs.",
    action: "Ask the question again",
    wayOn: "ask-again" as const,
  }),
  "prompt-edit-invalid": (params: ErrorData["params"]) => ({
    title: "A prompt that was changed cannot be sent",
    body: `The changed texts of the prompt “${params["prompt"] ?? ""}” do not fit it: ${editProblemWords[String(params["reason"])] ?? "they are damaged"}. No model was asked with them; what was answered so far is kept.`,
    action: "Put the prompts back",
    wayOn: "open-prompts" as const,
  }),
  "privacy-withheld": (params: ErrorData["params"]) => ({
    title: "This would have left the device",
    body: `You chose what may leave, and this step would have sent more to ${params["destination"] ?? "another computer"}. Nothing on this device could do it instead, so the run ended here; what was answered so far is kept.`,
    action: "Look at the choice",
    wayOn: "open-privacy" as const,
  }),
  stopped: () => ({
    title: "Stopped",
    body: "You stopped the run. What was answered so far is kept.",
    action: "Ask again",
    wayOn: "ask-again" as const,
  }),
};
