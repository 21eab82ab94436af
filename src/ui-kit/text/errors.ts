/** The type keeps this table complete. */
import type { ErrorCode, ErrorData } from "../../log/errors.ts";
import { type ErrorFormatter, type ErrorText, paramOr } from "./error-words.ts";
import { labErrorTexts } from "./lab-errors.ts";
import { documentErrors } from "./library-errors.ts";
import { modelErrorTexts } from "./model-errors.ts";
import { policyDataProblem } from "./policy-problems.ts";
import { refusalSentence } from "./problems.ts";
import { remoteErrorTexts } from "./remote-errors.ts";
import { routerDataProblem } from "./router-problems.ts";
import { runErrorTexts } from "./run-errors.ts";
import { storageErrorTexts } from "./storage-errors.ts";
import { toolErrorTexts } from "./tool-errors.ts";

const errorTexts = {
  "question-empty": () => ({
    title: "There is no question yet",
    body: "The box is empty, so nothing was loaded and nothing was run. Write a question of your own, or take one of the examples.",
    action: "Write a question",
    wayOn: "edit-question",
  }),
  "question-too-long": (params) => ({
    title: "The question is too long",
    body: `It has ${paramOr(params, "characters", "too many")} characters; ${paramOr(params, "limit", "fewer")} is the most a question may have. Nothing was run and your text is kept.`,
    action: "Shorten it",
    wayOn: "edit-question",
  }),
  "corpus-line-invalid": (params) => ({
    title: "The file could not be read",
    body:
      params["reason"] === "line-too-long"
        ? `Line ${paramOr(params, "line", "")} does not end. All lines before it were read. Put each document on a line of its own.`
        : `It broke off ${paramOr(params, "line", "0") === "0" ? "before its end" : `at line ${paramOr(params, "line", "")}`}; it may be damaged or zipped in an unknown way. Your other library is still in use.`,
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
    body: `This page can hold ${"limitPassages" in params ? `${paramOr(params, "limitPassages", "")} passages` : paramOr(params, "limitBytes", "fewer", " bytes")}. The file was not loaded.`,
    action: "Choose another file",
    wayOn: "open-library",
  }),
  ...documentErrors,
  ...storageErrorTexts,
  "run-file-invalid": (params) => ({
    title: "This run file cannot be opened",
    body: `${paramOr(params, "event", "") === "" ? "" : `Event ${paramOr(params, "event", "")}: `}${paramOr(params, "reason", "it is damaged")}. What was on the page is still here.`,
    action: "Back to the question",
    wayOn: "edit-question",
  }),
  "run-file-too-new": (params) => ({
    title: "This run file is newer than the page",
    body: `It has format ${paramOr(params, "version", "unknown")}; this page reads up to ${paramOr(params, "supported", "an older one")}. What was on the page is still here. Reload to get the newest page.`,
    action: "Back to the question",
    wayOn: "edit-question",
  }),
  "run-link-broken": () => ({
    title: "This link holds no whole run",
    body: "Part of it is missing or was changed on its way; mail and chat programs cut long links. What was on the page is still here. Ask for the run as a file instead.",
    action: "Back to the question",
    wayOn: "edit-question",
  }),
  "run-link-edition": (params) => ({
    title: "This link needs another edition of the library",
    body: `Its passages are in “${paramOr(params, "edition", "an edition this page does not have")}”, and are not the same here. What was on the page is still here. Ask for the run as a file instead.`,
    action: "Back to the question",
    wayOn: "edit-question",
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
  "router-data-invalid": (params) => ({
    title: "The router cannot use these data",
    body: `${routerDataProblem(params)}. No router was trained or loaded; an earlier one stays in use.`,
    action: "Change the stages",
    wayOn: "change-stages",
  }),
  "policy-data-invalid": (params) => ({
    title: "What pays cannot be told from this",
    body: `${policyDataProblem(params)}. Nothing was learnt or loaded; an earlier policy stays in use.`,
    action: "Change the stages",
    wayOn: "change-stages",
  }),
  "settings-illegal": (params) => ({
    title: "These settings cannot run together",
    body: `${(refusalSentence(params) ?? paramOr(params, "reason", "Two of the stages rule each other out")).replace(/(?<![.\s])[.\s]+$/u, "")}. Nothing was run and your question is kept.`,
    action: "Change the settings",
    wayOn: "change-stages",
  }),
  "option-invalid": (params) => ({
    title: "This option cannot be used",
    body: `“${paramOr(params, "option", "It")}”: ${paramOr(params, "reason", "it has another form")}. Nothing was loaded or sent.`,
    action: "Change the settings",
    wayOn: "change-stages",
  }),
  internal: (params) => ({
    title: "Something in the page broke",
    body: `${paramOr(params, "message", "No reason was given")}. This is a fault of ours; the run so far is kept and can be saved.`,
    action: "Ask again",
    wayOn: "ask-again",
  }),
  ...modelErrorTexts,
  ...remoteErrorTexts,
  ...toolErrorTexts,
  ...labErrorTexts,
  ...runErrorTexts,
} as const satisfies Record<ErrorCode, ErrorFormatter>;

export function errorText(error: ErrorData): ErrorText {
  const write: ErrorFormatter = errorTexts[error.code];
  const { body, ...rest } = write(error.params);
  return { ...rest, body: asSentence(body) };
}

/** Addresses and names keep their first letter. */
function asSentence(body: string): string {
  const isWord = /^\p{L}+(?:\s|$)/u.test(body);
  return isWord ? body.charAt(0).toUpperCase() + body.slice(1) : body;
}
