import type { ErrorCode } from "../../log/errors.ts";
import { type ErrorFormatter, type ErrorText, paramOr } from "./error-words.ts";

export const modelErrorTexts = {
  "webgpu-missing": () => ({
    title: "This browser has no WebGPU",
    body: "Small models run on the CPU instead, which is slower. Nothing else changes.",
    action: "Choose the CPU",
    wayOn: "open-small-settings",
  }),
  "webgpu-no-adapter": ({ cause }) => ({
    title:
      cause === "software"
        ? "Only a software GPU was offered"
        : "Running on the CPU: the browser found no GPU",
    body:
      cause === "software"
        ? "The browser imitates one on the CPU, which is slower than the CPU itself: the real one’s driver may be blocked. Small models run on the CPU instead."
        : "The browser has WebGPU but found no adapter: its driver may be blocked or hardware acceleration off. Small models run on the CPU instead.",
    action: "Choose the CPU",
    wayOn: "open-small-settings",
  }),
  "webgpu-insecure-context": () => ({
    title: "WebGPU needs a secure address",
    body: "This page was opened over plain http, where browsers hide the GPU. Open it by https or on localhost, or run small models on the CPU.",
    action: "Choose the CPU",
    wayOn: "open-small-settings",
  }),
  "webgpu-f16-missing": () => ({
    title: "This GPU has no 16-bit floats",
    body: "The chosen model needs them. Models without that need, and the CPU, still work.",
    action: "Choose another model",
    wayOn: "open-small-settings",
  }),
  "webgpu-limits-too-small": () => ({
    title: "The GPU is too small",
    body: "Its largest buffer cannot hold this model. A smaller model, or the CPU, will do.",
    action: "Choose another model",
    wayOn: "open-small-settings",
  }),
  "device-lost": () => ({
    title: "The GPU went away",
    body: "The browser took it back in the middle of the run. What was answered so far is kept.",
    action: "Ask again",
    wayOn: "ask-again",
  }),
  "out-of-memory": () => ({
    title: "The model did not fit into memory",
    body: "The browser refused the memory it asked for. What was answered so far is kept. Closing other tabs may make room.",
    action: "Choose model or device",
    wayOn: "open-small-settings",
  }),
  "quota-exceeded": ({ kept }) => ({ title: "The browser's storage is full", ...fullFor(kept) }),
  "download-failed": (params) => ({
    ...(params["offline"] === true ? offline : undelivered(params)),
    action: "Try again",
    wayOn: "ask-again",
  }),
  "integrity-failed": (params) => ({
    title: "A file is not the one this page was built with",
    body: `${paramOr(params, "file", "A file")} does not match its checksum: it is damaged or was changed. It was not used, and nothing was answered from it. Files of the page itself are fetched once more past every kept copy; if this stays after a reload, the host serves a wrong file.`,
    action: "Fetch it again",
    wayOn: "ask-again",
  }),
  "models-not-found": ({ folder }) => ({
    title: "The models are not there",
    body: `${folder === null ? "No package hopwise-models is installed" : `${folder} has no models/catalogue.json`}, so nothing was loaded.`,
    action: "Choose a model",
    wayOn: "open-small-settings",
  }),
  "model-unknown": (params) => ({
    title: "This model is not in the catalogue",
    body: `${paramOr(params, "model", "The model")} was not found, so nothing was loaded.`,
    action: "Choose a model",
    wayOn: "open-small-settings",
  }),
  "model-load-failed": (params) => ({
    title: "The small model did not load",
    body: `The engine said: ${paramOr(params, "message", paramOr(params, "cause", "nothing"))}. No question was run.`,
    action: "Choose model or device",
    wayOn: "open-small-settings",
  }),
  "model-not-loaded": () => ({
    title: "The small model is no longer loaded",
    body: "It was unloaded while it was needed. What was answered so far is kept.",
    action: "Load it and ask again",
    wayOn: "ask-again",
  }),
  "model-nonsense": () => ({
    title: "The model answers nonsense here",
    body: "A known test question came back as rubbish, which some graphics drivers cause. The model was refused on this device.",
    action: "Choose the CPU",
    wayOn: "open-small-settings",
  }),
  "worker-killed": () => ({
    title: "The browser ended one of the page's workers",
    body: "Usually for want of memory. What was answered so far is kept.",
    action: "Ask again",
    wayOn: "ask-again",
  }),
  "context-too-long": (params) => ({
    title: "A prompt was too long for its model",
    body: `It needed ${paramOr(params, "promptTokens", "more")} tokens; the model holds ${paramOr(params, "contextTokens", "fewer")}. Fewer passages a hop, or a shorter question, will fit.`,
    action: "Ask again",
    wayOn: "ask-again",
  }),
  "generation-failed": (params) => ({
    title: "The model broke off",
    body: `The engine said: ${paramOr(params, "message", paramOr(params, "cause", "nothing"))}. What was answered so far is kept.`,
    action: "Ask again",
    wayOn: "ask-again",
  }),
} as const satisfies Partial<Record<ErrorCode, ErrorFormatter>>;

function fullFor(kept: unknown): Omit<ErrorText, "title"> {
  switch (kept) {
    case "lab":
      return {
        body: "This could not be kept, so it was not begun; what was kept before is as it was. Delete batches or runs that you no longer need, then do it again.",
        action: "Try again",
        wayOn: "ask-again",
      };
    case "documents":
      return {
        body: "The document could not be kept, so it was left out; what was kept before is as it was. Remove documents or runs that you no longer need, then add it again.",
        action: "Open the library",
        wayOn: "open-library",
      };
    default:
      return {
        body: "The model cannot be kept on this device, so it would be fetched again at the next visit.",
        action: "Choose a smaller model",
        wayOn: "open-small-settings",
      };
  }
}

const offline = {
  title: "This page is offline",
  body: "Its model and its library were never fetched here, so no question was run. One visit with a network fetches them; from then on the page answers without one.",
};

function undelivered(params: Parameters<ErrorFormatter>[0]) {
  return {
    title: "A file did not arrive",
    body: `${paramOr(params, "file", paramOr(params, "url", "A file"))} could not be fetched${paramOr(params, "status", "") === "" ? "" : ` (answer ${paramOr(params, "status", "")})`}. Files that did arrive are kept.`,
  };
}
