/** What a person reads for the lab's errors; `errors.ts` joins them to the others. */
import type { ErrorData } from "../../core/errors.ts";

const megabytes = (bytes: ErrorData["params"][string] | undefined) =>
  typeof bytes === "number" ? `${Math.round(bytes / 1_000_000)} MB` : "what the page can hold";

export const labErrorTexts = {
  "question-file-too-large": (params: ErrorData["params"]) => ({
    title: "The file of questions is too large",
    body: `It comes to more than ${megabytes(params["limitBytes"])} when unzipped. Nothing of it was read; a part of it can be imported.`,
    action: "Choose another file",
    wayOn: "ask-again" as const,
  }),
  "question-file-unreadable": () => ({
    title: "The file could not be read",
    body: "Its zip is broken or cut off, or the file was changed or moved while it was read. No question was taken over.",
    action: "Choose another file",
    wayOn: "ask-again" as const,
  }),
};
