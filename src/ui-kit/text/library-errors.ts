import type { ErrorCode, ErrorData } from "../../log/errors.ts";
import type { ErrorText } from "./error-words.ts";
import { bytes, plural } from "./format.ts";

type DocumentError = Extract<ErrorCode, `document-${string}` | "library-full">;

const another = "Choose another file";

function fileOf(params: ErrorData["params"]): string {
  const file = params["file"];
  return typeof file === "string" && file !== "" ? `“${file}”` : "This file";
}

export const documentErrors = {
  "document-unsupported": (params) => ({
    title: `${fileOf(params)} is of a kind that cannot be read here`,
    body: "Text, Markdown, HTML, PDF, CSV and JSON lines can. It was left out; the others go on. Save it as one of these and add it again.",
    action: another,
    wayOn: "open-library",
  }),
  "document-damaged": (params) => ({
    ...(params["reason"] === "emphasis"
      ? {
          title: `${fileOf(params)} takes too long to read as Markdown`,
          body: "Its paragraphs have so many emphasis marks (*, _, ~) that parsing them would take minutes. It was left out; the others are read. Rename a copy to .txt and add that: its text is read unparsed.",
        }
      : {
          title: `${fileOf(params)} is damaged`,
          body: `${damage(params["reason"])} It was left out; the others go on. Fetch or save it again, then add it once more.`,
        }),
    action: another,
    wayOn: "open-library",
  }),
  "document-encrypted": (params) => ({
    title: `${fileOf(params)} is locked with a password`,
    body: "Its text cannot be read. It was left out; the others go on. Save a copy without the password and add that.",
    action: another,
    wayOn: "open-library",
  }),
  "document-empty": (params) => ({
    title: `${fileOf(params)} holds no text`,
    body:
      params["kind"] === "pdf"
        ? "Its pages are pictures, as scans are, or empty. It was left out; the others go on."
        : "There is nothing in it to search. It was left out; the others go on.",
    action: another,
    wayOn: "open-library",
  }),
  "document-too-large": (params) => ({
    title: `${fileOf(params)} is too large`,
    body: `A document may have ${bytes(Number(params["limitBytes"] ?? 0))} at most. It was left out; the others go on. Split it and add the parts.`,
    action: another,
    wayOn: "open-library",
  }),
  "library-full": (params) => ({
    title: "This library is full",
    body: `A library holds ${plural(Number(params["limitPassages"] ?? 0), "passage", "passages")} at most. ${fileOf(params)} was left out. Add it to another library, or remove documents from this one.`,
    action: another,
    wayOn: "open-library",
  }),
} satisfies Record<DocumentError, (params: ErrorData["params"]) => ErrorText>;

function damage(reason: unknown): string {
  switch (reason) {
    case "not-text":
      return "It is not the text that its name promises.";
    case "unzip":
      return "It cannot be unzipped.";
    case "nesting":
      return "Its parts lie too deep within each other to be read.";
    case "no-row":
      return "Not one of its lines can be used.";
    default:
      return "Its contents cannot be made out.";
  }
}
