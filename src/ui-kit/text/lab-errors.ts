import type { ErrorData } from "../../log/errors.ts";

const megabytes = (bytes: ErrorData["params"][string] | undefined) =>
  typeof bytes === "number" ? `${Math.round(bytes / 1_000_000)} MB` : "what the page can hold";

export const labErrorTexts = {
  "lab-batch-missing": (params: ErrorData["params"]) => ({
    title: "There is no such batch here",
    body: `The address asks for “${params["id"] ?? ""}”. Either it was deleted, or it was made in another browser: from there a batch comes as a report, which the list of batches opens.`,
    action: "All batches",
    wayOn: "ask-again" as const,
  }),
  "question-file-too-large": (params: ErrorData["params"]) => ({
    title: "The file is too large",
    body: `It comes to more than ${megabytes(params["limitBytes"])} when unzipped. Nothing of it was read; a part of it can be imported.`,
    action: "Choose another file",
    wayOn: "ask-again" as const,
  }),
  "question-file-unreadable": () => ({
    title: "The file could not be read",
    body: "Its zip is broken or cut off, or the file was changed or moved while it was read. Nothing of it was taken over.",
    action: "Choose another file",
    wayOn: "ask-again" as const,
  }),
  "parquet-unreadable": (params: ErrorData["params"]) => ({
    title: "The Parquet file could not be read",
    body:
      typeof params["codec"] === "string"
        ? `It is compressed by ${params["codec"]}, which the page does not read. Write it again with Snappy or without compression.`
        : "It is damaged or cut off. Nothing of it was taken over.",
    action: "Choose another file",
    wayOn: "ask-again" as const,
  }),
  "lab-report-invalid": (params: ErrorData["params"]) => ({
    title: "This report cannot be opened",
    body: `${typeof params["line"] === "number" ? `Line ${params["line"]}: ` : ""}${typeof params["reason"] === "string" ? params["reason"] : "it is damaged"}. No batch was added.`,
    action: "Choose another file",
    wayOn: "ask-again" as const,
  }),
  "lab-report-too-new": (params: ErrorData["params"]) => ({
    title: "This report is newer than the page",
    body: `It has format ${params["version"] ?? "unknown"}; this page reads up to ${params["supported"] ?? "an older one"}. Reload to get the newest page.`,
    action: "Choose another file",
    wayOn: "ask-again" as const,
  }),
  "lab-library-changed": (params: ErrorData["params"]) => ({
    title: "The batch was begun with another library",
    body: `Its results so far rest on ${params["batch"] ?? "another library"}, and ${params["now"] ?? "another one"} is open now. Open the first one again, or make a new batch.`,
    action: "Choose the library",
    wayOn: "open-library" as const,
  }),
  "lab-models-changed": (params: ErrorData["params"]) => {
    const tier = params["tier"] === "small" ? "small" : "large";
    const none = `no ${tier} model`;
    return {
      title: `The batch was begun with another ${tier} model`,
      body: `Its results so far are those of ${params["batch"] ?? none}, and ${params["now"] ?? none} is set up now, perhaps at another address. Results of two models in one batch could not be compared: set the first one up again, or make a new batch.`,
      action: `Change the ${tier} model`,
      wayOn: `open-${tier}-settings` as const,
    };
  },
};
