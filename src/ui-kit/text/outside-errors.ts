/** An error in one line, for places without a page: the command line, the endpoint, an agent's tools. */
import type { ErrorCode, ErrorData } from "../../log/errors.ts";
import { type Params, paramOr } from "./error-words.ts";
import { errorText } from "./errors.ts";

type Words = (params: Params) => string;

/** In place of the page's, which speak of its box, its worker or the browser. */
const outside: Partial<Record<ErrorCode, Words>> = {
  "question-empty": () => "There is no question yet. Nothing was run; send one as text.",
  "question-too-long": (params) =>
    `The question is too long. It has ${paramOr(params, "characters", "too many")} characters; ${paramOr(params, "limit", "fewer")} is the most a question may have. Nothing was run.`,
  "corpus-line-invalid": (params) =>
    `The file could not be read. It broke off at line ${paramOr(params, "line", "1")}; it may be damaged or zipped in an unknown way.`,
  "corpus-too-large": (params) =>
    `The library is too large. It can have ${"limitPassages" in params ? `${paramOr(params, "limitPassages", "")} passages` : paramOr(params, "limitBytes", "fewer", " bytes")}. The file was not loaded.`,
  "run-file-invalid": (params) =>
    `This run file cannot be opened: ${paramOr(params, "reason", "it is damaged")}.`,
  "run-file-too-new": (params) =>
    `This run file is newer than this program. It has format ${paramOr(params, "version", "unknown")}; formats up to ${paramOr(params, "supported", "an older one")} can be read.`,
  "lab-report-too-new": (params) =>
    `This report is newer than this program. It has format ${paramOr(params, "version", "unknown")}; formats up to ${paramOr(params, "supported", "an older one")} can be read.`,
  "out-of-memory": () =>
    "The model did not fit into memory. What was answered so far is kept. Choose a smaller model.",
  "integrity-failed": (params) =>
    `${paramOr(params, "file", "A file")} is damaged or was changed: it does not match its checksum. It was not used.`,
  "worker-killed": () =>
    "A thread ended, usually for want of memory. What was answered so far is kept.",
  "retrieval-failed": () =>
    "Looking up passages failed. The search broke off; what was answered so far is kept.",
  stopped: () => "The run was stopped. What was answered so far is kept.",
  internal: (params) =>
    `This is a fault of Hopwise: ${paramOr(params, "message", "no reason was given")}.`,
};

export function outsideSentence(error: ErrorData): string {
  const words = outside[error.code];
  if (words !== undefined) return words(error.params);
  const { title, body } = errorText(error);
  return `${title}. ${body}`;
}
