/** What a person reads for each error: its cause, its effect, and a way on. Total by type. */
import type { ErrorCode, ErrorData } from "../../core/errors.ts";
import { seconds } from "./format.ts";
import { labErrorTexts } from "./lab-errors-en.ts";
import { documentErrors } from "./library-errors-en.ts";
import { refusalSentence } from "./method-en.ts";
import { routerDataProblem } from "./router-problems.ts";

/** Where the button under an error leads; null when there is nothing to press. */
export type WayOn =
  | "edit-question"
  | "ask-again"
  | "open-small-settings"
  | "open-large-settings"
  | "open-caps"
  | "open-library"
  | "open-tools"
  | "change-stages"
  | "use-small";

export interface ErrorText {
  title: string;
  body: string;
  action: string;
  wayOn: WayOn;
}

type Params = ErrorData["params"];
type Write = (params: Params) => ErrorText;

/** A parameter as words; `otherwise` when the error does not carry it. */
function told(params: Params, name: string, otherwise: string, unit = ""): string {
  const value = params[name];
  return value === undefined || value === null || value === "" ? otherwise : `${value}${unit}`;
}

/** The server's own words, where it had any. */
function said(params: Params): string {
  const message = told(params, "message", "");
  return message === "" ? "" : ` It said: “${message}”`;
}

function waitTold(params: Params): string {
  const milliseconds = Number(params["retryAfterMs"] ?? Number.NaN);
  return Number.isFinite(milliseconds)
    ? `; it will answer again in ${seconds(milliseconds / 1000)}`
    : "";
}

const keptSoFar = "What was answered so far is kept.";

function toolTold(params: Params): string {
  return told(params, "tool", "The search tool");
}

function badAnswer(params: Params): string {
  switch (params["reason"]) {
    case "too-large":
      return "sent more than a search may bring, and was cut off";
    case "html":
      return "answered with a web page instead of results, as a wrong address does";
    case "empty":
      return "answered with nothing at all";
    case "redirect":
      return "points to another address, where nothing is sent";
    case "sources":
      return "got no answer from the search engines that it asks";
    case "cut":
      return "broke off in the middle of its answer";
    case "status":
      return `answered ${told(params, "status", "with an error")}`;
    default:
      return "did not answer in the form that was expected";
  }
}

const errorTexts = {
  "question-empty": () => ({
    title: "There is no question yet",
    body: "Nothing was asked, so nothing was run.",
    action: "Write a question",
    wayOn: "edit-question",
  }),
  "question-too-long": (params) => ({
    title: "The question is too long",
    body: `It has ${told(params, "characters", "too many")} characters; ${told(params, "limit", "fewer")} is the most a question may have. Nothing was run and your text is kept.`,
    action: "Shorten it",
    wayOn: "edit-question",
  }),
  "corpus-line-invalid": (params) => ({
    title: "The file could not be read",
    body: `It broke off ${told(params, "line", "0") === "0" ? "before its end" : `at line ${told(params, "line", "")}`}; it may be damaged or zipped in an unknown way. Your other library is still in use.`,
    action: "Choose another file",
    wayOn: "open-library",
  }),
  "corpus-empty": () => ({
    title: "The library has no passages",
    body: "No line of the file held an id, a title and a text, so there is nothing to search.",
    action: "Choose another file",
    wayOn: "open-library",
  }),
  "corpus-too-large": (params) => ({
    title: "The library is too large",
    body: `This page can hold ${"limitPassages" in params ? `${told(params, "limitPassages", "")} passages` : told(params, "limitBytes", "fewer", " bytes")}. The file was not loaded.`,
    action: "Choose another file",
    wayOn: "open-library",
  }),
  ...documentErrors,
  "run-file-invalid": (params) => ({
    title: "This run file cannot be opened",
    body: `${told(params, "event", "") === "" ? "" : `Event ${told(params, "event", "")}: `}${told(params, "reason", "it is damaged")}. What was on the page is still here.`,
    action: "Back to the question",
    wayOn: "edit-question",
  }),
  "run-file-too-new": (params) => ({
    title: "This run file is newer than the page",
    body: `It has format ${told(params, "version", "unknown")}; this page reads up to ${told(params, "supported", "an older one")}. What was on the page is still here. Reload to get the newest page.`,
    action: "Back to the question",
    wayOn: "edit-question",
  }),
  "run-link-broken": () => ({
    title: "This link holds no whole run",
    body: "Part of it is missing or was changed on its way; mail and chat programs cut long links. What was on the page is still here. Ask for the run as a file instead.",
    action: "Back to the question",
    wayOn: "edit-question",
  }),
  "webgpu-missing": () => ({
    title: "This browser has no WebGPU",
    body: "Small models run on the processor instead, which is slower. Nothing else changes.",
    action: "Choose the processor",
    wayOn: "open-small-settings",
  }),
  "webgpu-no-adapter": () => ({
    title: "No graphics processor was offered",
    body: "The browser has WebGPU but found no adapter: its driver may be blocked or hardware acceleration off. Small models run on the processor instead.",
    action: "Choose the processor",
    wayOn: "open-small-settings",
  }),
  "webgpu-insecure-context": () => ({
    title: "WebGPU needs a secure address",
    body: "This page was opened over plain http, where browsers hide the graphics processor. Open it by https or on localhost, or run small models on the processor.",
    action: "Choose the processor",
    wayOn: "open-small-settings",
  }),
  "webgpu-f16-missing": () => ({
    title: "This graphics processor has no 16-bit floats",
    body: "The chosen model needs them. Models without that need, and the processor, still work.",
    action: "Choose another model",
    wayOn: "open-small-settings",
  }),
  "webgpu-limits-too-small": () => ({
    title: "The graphics processor is too small",
    body: "Its largest buffer cannot hold this model. A smaller model, or the processor, will do.",
    action: "Choose another model",
    wayOn: "open-small-settings",
  }),
  "device-lost": () => ({
    title: "The graphics processor went away",
    body: "The browser took it back in the middle of the run. What was answered so far is kept.",
    action: "Ask again",
    wayOn: "ask-again",
  }),
  "out-of-memory": () => ({
    title: "The model did not fit into memory",
    body: "The browser refused the memory it asked for. What was answered so far is kept.",
    action: "Choose a smaller model",
    wayOn: "open-small-settings",
  }),
  "quota-exceeded": () => ({
    title: "The browser's storage is full",
    body: "The model cannot be kept on this device, so it would be fetched again at the next visit.",
    action: "Choose a smaller model",
    wayOn: "open-small-settings",
  }),
  "download-failed": (params) => ({
    title: "A file did not arrive",
    body: `${told(params, "file", told(params, "url", "A file"))} could not be fetched${told(params, "status", "") === "" ? "" : ` (answer ${told(params, "status", "")})`}. Files that did arrive are kept.`,
    action: "Try again",
    wayOn: "ask-again",
  }),
  "integrity-failed": (params) => ({
    title: "A file is damaged",
    body: `${told(params, "file", "A file")} does not match its checksum and was not used.`,
    action: "Fetch it again",
    wayOn: "ask-again",
  }),
  "model-unknown": (params) => ({
    title: "This model is not in the catalogue",
    body: `${told(params, "model", "The model")} was not found, so nothing was loaded.`,
    action: "Choose a model",
    wayOn: "open-small-settings",
  }),
  "model-load-failed": (params) => ({
    title: "The small model did not load",
    body: `The engine said: ${told(params, "message", told(params, "cause", "nothing"))}. No question was run.`,
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
    action: "Choose the processor",
    wayOn: "open-small-settings",
  }),
  "worker-killed": () => ({
    title: "The browser ended the model's worker",
    body: "Usually for want of memory. What was answered so far is kept.",
    action: "Ask again",
    wayOn: "ask-again",
  }),
  "context-too-long": (params) => ({
    title: "A prompt was too long for its model",
    body: `It needed ${told(params, "promptTokens", "more")} tokens; the model holds ${told(params, "contextTokens", "fewer")}. Fewer passages a hop, or a shorter question, will fit.`,
    action: "Ask again",
    wayOn: "ask-again",
  }),
  "generation-failed": (params) => ({
    title: "The model broke off",
    body: `The engine said: ${told(params, "message", told(params, "cause", "nothing"))}. What was answered so far is kept.`,
    action: "Ask again",
    wayOn: "ask-again",
  }),
  "remote-not-configured": (params) => ({
    title: "No large model is set up",
    body: `A stage was given to the large model, but ${told(params, "field", "") === "" ? "none is known" : `its ${told(params, "field", "")} is ${told(params, "problem", "not right")}`}. The stage could not run.`,
    action: "Set one up",
    wayOn: "open-large-settings",
  }),
  "remote-unreachable-or-cors": (params) => ({
    title: "The large model could not be reached",
    body: `${told(params, "url", "The address")} did not answer, or does not allow pages to call it (CORS). Browsers do not tell which.`,
    action: "Check the address",
    wayOn: "open-large-settings",
  }),
  "remote-unauthorised": (params) => ({
    title: "The key was refused",
    body: `${told(params, "url", "The provider")} answered ${told(params, "status", "401")}.${said(params)}`,
    action: "Check the key",
    wayOn: "open-large-settings",
  }),
  "remote-path-not-found": (params) => ({
    title: "There is nothing at this address",
    body: `${told(params, "url", "The address")} answered ${told(params, "status", "404")}. Most base addresses end in /v1.`,
    action: "Check the address",
    wayOn: "open-large-settings",
  }),
  "remote-model-unknown": (params) => ({
    title: "The provider does not know this model",
    body: `${told(params, "model", "The model")} is not offered there, or not to this key.${said(params)}`,
    action: "Choose another model",
    wayOn: "open-large-settings",
  }),
  "remote-quota-exhausted": (params) => ({
    title: "The account has no credit left",
    body: `The provider refused the call for want of quota. What was answered so far is kept.${said(params)}`,
    action: "Let the small model do it",
    wayOn: "use-small",
  }),
  "remote-rate-limited": (params) => ({
    title: "The provider asks to slow down",
    body: `There were too many calls in a short time${waitTold(params)}. What was answered so far is kept.`,
    action: "Ask again",
    wayOn: "ask-again",
  }),
  "remote-timeout": () => ({
    title: "The large model took too long",
    body: "No answer came in time, so the call was ended. What was answered so far is kept.",
    action: "Ask again",
    wayOn: "ask-again",
  }),
  "remote-server-error": (params) => ({
    title: "The provider has a fault",
    body: `It answered ${told(params, "status", "with a server error")}, several times over. What was answered so far is kept.${said(params)}`,
    action: "Ask again",
    wayOn: "ask-again",
  }),
  "remote-bad-response": (params) => ({
    title: "The answer made no sense",
    body: `${told(params, "url", "The address")} does not answer in the OpenAI form; it may lead to something else.${said(params)}`,
    action: "Check the address",
    wayOn: "open-large-settings",
  }),
  "remote-stream-cut": () => ({
    title: "The large model's answer was cut off",
    body: "The connection ended in the middle. What had arrived is kept; its cost is unknown.",
    action: "Ask again",
    wayOn: "ask-again",
  }),
  "spending-cap-reached": (params) => ({
    title: "The spending cap was reached",
    body: `The next call could have gone past the cap of $${told(params, "cap", "…")} a ${told(params, "period", "question")}, so it was not made. What was answered so far is kept.`,
    action: "Change the cap",
    wayOn: "open-caps",
  }),
  "price-unknown-under-cap": (params) => ({
    title: "A cap needs a price",
    body: `The price of ${told(params, "tool", told(params, "model", "the large model"))} is not known, so the cap cannot be kept. Nothing was sent.`,
    action: "Enter its price",
    wayOn: params["tool"] === undefined ? "open-large-settings" : "open-tools",
  }),
  "library-not-found": () => ({
    title: "The library is not there",
    body: "Its files could not be found, so nothing can be looked up. No question was run.",
    action: "Choose a library",
    wayOn: "open-library",
  }),
  "retrieval-failed": () => ({
    title: "Looking up passages failed",
    body: "The search worker broke off. What was answered so far is kept.",
    action: "Ask again",
    wayOn: "ask-again",
  }),
  "tool-not-configured": (params) => ({
    title: "A search tool is not set up",
    body: `${toolTold(params)} was chosen, but ${told(params, "field", "") === "" ? "it was never set up" : `its ${told(params, "field", "")} is ${told(params, "problem", "not right")}`}. Nothing was sent to it.`,
    action: "Set it up",
    wayOn: "open-tools",
  }),
  "tool-unreachable-or-cors": (params) => ({
    title: "A search tool could not be reached",
    body: `${toolTold(params)} did not answer${told(params, "url", "") === "" ? "" : ` at ${told(params, "url", "")}`}, ${params["refusesPages"] === true ? "as it does not allow web pages to call it (CORS): it works on the command line, or through a proxy of your own" : "or does not allow pages to call it (CORS); browsers do not tell which"}. ${keptSoFar}`,
    action: "Check the tool",
    wayOn: "open-tools",
  }),
  "tool-unauthorised": (params) => ({
    title: "A search tool refused the key",
    body: `${toolTold(params)} answered ${told(params, "status", "that it may not be used")}, so the step found nothing there.${params["hint"] === "searxng-json" ? " A SearXNG server answers programs only after its owner has added json to search.formats in its settings." : ""}${said(params)}`,
    action: "Check its key",
    wayOn: "open-tools",
  }),
  "tool-rate-limited": (params) => ({
    title: "A search tool asks to slow down",
    body: `${toolTold(params)} had too many requests in a short time, or its allowance is used up${waitTold(params)}. ${keptSoFar}`,
    action: "Ask again",
    wayOn: "ask-again",
  }),
  "tool-timeout": (params) => ({
    title: "A search tool took too long",
    body: `${toolTold(params)} gave no whole answer${told(params, "timeoutMs", "") === "" ? " in time" : ` within ${seconds(Number(params["timeoutMs"]) / 1000)}`}, so the request was ended. ${keptSoFar}`,
    action: "Ask again",
    wayOn: "ask-again",
  }),
  "tool-server-error": (params) => ({
    title: "A search tool has a fault",
    body: `${toolTold(params)} answered ${told(params, "status", "with a server error")}, several times over. ${keptSoFar}${said(params)}`,
    action: "Ask again",
    wayOn: "ask-again",
  }),
  "tool-bad-response": (params) => ({
    title: "A search tool's answer made no sense",
    body: `${toolTold(params)} ${badAnswer(params)}, so nothing of it was used. ${keptSoFar}${said(params)}`,
    action: "Check the tool",
    wayOn: "open-tools",
  }),
  "router-data-invalid": (params) => ({
    title: "The router cannot use these data",
    body: `${routerDataProblem(params)}. No router was trained or loaded; the one before, if any, still stands.`,
    action: "Change the stages",
    wayOn: "change-stages",
  }),
  "router-solver-failed": (params) => ({
    title: "The assignment could not be computed",
    body: `The solver broke off: ${told(params, "message", "it gave no reason")}. Tools stay assigned as they were.`,
    action: "Change the stages",
    wayOn: "change-stages",
  }),
  "settings-illegal": (params) => ({
    title: "These settings cannot run together",
    body: `${(refusalSentence(params) ?? told(params, "reason", "Two of the stages rule each other out")).replace(/[.\s]+$/u, "")}. Nothing was run and your question is kept.`,
    action: "Change the settings",
    wayOn: "change-stages",
  }),
  stopped: () => ({
    title: "Stopped",
    body: "You stopped the run. What was answered so far is kept.",
    action: "Ask again",
    wayOn: "ask-again",
  }),
  internal: (params) => ({
    title: "Something in the page broke",
    body: `${told(params, "message", "No reason was given")}. This is a fault of ours; the run so far is kept and can be saved.`,
    action: "Ask again",
    wayOn: "ask-again",
  }),
  ...labErrorTexts,
} as const satisfies Record<ErrorCode, Write>;

export function errorText(error: ErrorData): ErrorText {
  const write: Write = errorTexts[error.code];
  const { body, ...rest } = write(error.params);
  // Some bodies open with words from elsewhere, which need not begin like a sentence.
  return { ...rest, body: body.charAt(0).toUpperCase() + body.slice(1) };
}
