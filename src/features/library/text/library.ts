import type {
  CutReason,
  DocumentKind,
  RowProblem,
} from "../../../retrieval/libraries/own/document.ts";
import type { IntakePhase } from "../../../retrieval/libraries/own/intake.ts";
import { bytes, count, plural } from "../../../ui-kit/text/format.ts";

export const libraryText = {
  title: "Library",
  help: "Where the next question is looked up. Your own documents are read and searched on this device, and stay on it unless you say that anyone may read them.",
  choose: "Look questions up in",
  embeddedLine: (about: string) => `${about}; embedded in this page`,
  libraryLine: (documents: number, passages: number, size: number) =>
    documents === 0
      ? "no documents yet"
      : `${plural(documents, "document", "documents")}, ${plural(passages, "passage", "passages")}, ${bytes(size)} on this device`,
  newLibrary: "New library",
  newTitle: "My documents",
  newTitleNumbered: (number: number) => `My documents ${number}`,
  name: "Name of this library",
  add: "Add documents",
  addHint: "or drop them here: text, Markdown, HTML, PDF, CSV or JSON lines",
  addHelp: (title: string | null) =>
    title === null ? "They go into a new library." : `They go into “${title}”.`,
  documents: (title: string) => `Documents in “${title}”`,
  noDocuments: "Nothing here yet. Add documents, and questions can be answered from them.",
  kinds: {
    text: "text",
    markdown: "Markdown",
    html: "HTML",
    pdf: "PDF",
    csv: "table",
    jsonl: "JSON lines",
  } satisfies Record<DocumentKind, string>,
  documentLine: (kind: string, pages: number | null, passages: number, size: number) =>
    [
      kind,
      pages === null ? "" : plural(pages, "page", "pages"),
      plural(passages, "passage", "passages"),
      bytes(size),
    ]
      .filter((part) => part !== "")
      .join(" · "),
  cut: {
    characters: (kept: number) =>
      `Cut: only its first ${count(kept)} characters were taken. Split the file to have the rest.`,
    passages: (kept: number) =>
      `Cut: only its first ${plural(kept, "passage", "passages")} fit into this library.`,
  } satisfies Record<CutReason, (kept: number) => string>,
  badRows: (value: number) =>
    `${plural(value, "line", "lines")} could not be read and ${value === 1 ? "was" : "were"} left out:`,
  badRow: (line: number, reason: string) => `Line ${count(line)}: ${reason}`,
  moreBadRows: (value: number) => `and ${count(value)} more.`,
  rowProblems: {
    "not-json": "it is not JSON",
    "not-an-object": "it is not an object",
    "text-missing": "it has no text",
    "text-empty": "its text is empty",
    "title-not-text": "its title is not text",
    "duplicate-id": "its id was used before",
    "line-too-long": "it is too long",
    quotes: "its quotation marks do not match",
  } satisfies Record<RowProblem, string>,
  makePublic: "Anyone may read these documents",
  makePublicHelp:
    "Their passages may then go where your privacy setting lets public ones go, and into links and shared runs. Runs that were made before keep them back.",
  publicLine: "public",
  remove: "Remove",
  removeDocument: (name: string) => `Remove ${name}`,
  deleteLibrary: "Delete this library",
  confirmDelete: (title: string, documents: number) =>
    `Delete “${title}” with ${plural(documents, "document", "documents")} from this device? Your files stay where they are.`,
  confirm: "Delete it",
  keep: "Keep it",

  reading: (name: string, place: number, total: number) =>
    total === 1 ? `Reading ${name}` : `Reading ${name} (${place} of ${total})`,
  phases: {
    reading: "reading the file",
    parsing: "taking out its text",
    cutting: "cutting it into passages",
    keeping: "keeping it",
  } satisfies Record<IntakePhase, string>,
  page: (page: number, pages: number) => `page ${count(page)} of ${count(pages)}`,
  progress: "Progress",
  cancel: "Cancel",
  goOn: "Go on",
  forget: "Leave them out",
  paused: (left: number) =>
    `Stopped. ${plural(left, "document has", "documents have")} not been read yet.`,
  added: (value: number, same: number) =>
    [
      value === 0 ? "" : `${plural(value, "document was", "documents were")} added.`,
      same === 0 ? "" : `${plural(same, "document was", "documents were")} there already.`,
    ]
      .filter((part) => part !== "")
      .join(" "),
  refused: (value: number) => `${plural(value, "document was", "documents were")} not taken:`,
  dismiss: "Dismiss",

  learning: (done: number, total: number) =>
    `Learning meanings: ${count(done)} of ${count(total)} passages. Until then it is searched by words.`,
  learnt: (done: number, total: number) =>
    `Searched by words; meanings are learnt for ${count(done)} of ${count(total)} passages.`,
  ready: "Searched by words and by meaning.",
  pause: "Pause",
  resume: "Go on learning",
  learningFailed: "Its meanings could not be learnt, so it is searched by words only.",
  noStorage:
    "This browser keeps nothing for this page (a private window, perhaps), so it cannot keep documents.",

  excerpt: (name: string) => `Excerpt of ${name}`,
  earlier: "Earlier",
  later: "Later",
  openingDocument: "Opening the document…",
  documentGone:
    "The document is not on this device any more; only this passage was kept with the run.",
};
