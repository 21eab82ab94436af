/** The sentences of the error book; fetched with it. */
import type { RecordProblem } from "../../../error-book/file.ts";
import type { ErrorRecord } from "../../../error-book/record.ts";
import { plural } from "../../../ui-kit/text/format.ts";

const day = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeZone: "UTC" });

export const errorBookText = {
  title: "Error book",
  intro:
    "Chains that went wrong, each beside the chain that is right. A small model can be trained on them. They are kept in this browser only, with the passages they rest on, until you delete them.",
  how: "The checker's corrections are added automatically after each run. So are yours: open a step of the tree and correct it.",
  empty: "Nothing here yet.",
  failed:
    "This browser does not let the page keep anything, so there is no error book. A private window, or blocked site data, does this.",
  chains: (value: number) => plural(value, "chain", "chains"),
  list: "Chains",

  causes: {
    gold: "judged by a known answer",
    checker: "overruled by the library",
    user: "corrected by you",
  } satisfies Record<ErrorRecord["cause"], string>,
  origin: (cause: string, addedEpochMs: number, library: string) =>
    [cause, day.format(addedEpochMs), library].filter((part) => part !== "").join(" · "),
  wrong: "Wrong",
  right: "Right",
  unsolved: "not found",
  final: "Answer",
  noFinal: "came to no answer",
  noWrong: "Right at once.",
  noRight: "Not known yet.",
  keep: "Keep",
  kept: "Kept",
  keepNamed: (question: string) => `Keep: ${question}`,
  edit: "Edit",
  editNamed: (question: string) => `Edit: ${question}`,
  remove: "Delete",
  removeNamed: (question: string) => `Delete: ${question}`,
  removed: "Deleted.",
  saved: "Saved in the error book.",
  removeAll: "Delete all",
  removeAllSure: (value: number) => `Really delete ${plural(value, "chain", "chains")}`,
  keepThem: "Leave them",

  editTitle: "The right chain",
  queryNamed: (place: number) => `Step ${place} asks`,
  answerNamed: (place: number) => `Answer of step ${place}`,
  removeStep: (place: number) => `Remove step ${place}`,
  addStep: "Add a step",
  rightAnswer: "The right answer",
  save: "Save",
  cancel: "Cancel",

  exportTitle: "Save as training data",
  form: "Form",
  forms: {
    sft: "SFT: instruction, wrong chain in, right chain out",
    chat: "Chat: messages, to plan or to correct",
    dpo: "DPO: the right chain preferred to the wrong one",
    book: "The error book itself, to open here again",
  },
  onlyKept: "Only chains that are kept",
  passages: "With the passages that the steps rest on",
  passagesHelp: "Off, no passage leaves. Answers are still words of passages.",
  privatePassages: (value: number) =>
    `Also passages of your own documents (in ${plural(value, "chain", "chains")})`,
  inFile: (lines: number, passages: "none" | "public" | "all") =>
    `The file will hold ${plural(lines, "line", "lines")}: questions, chains of queries and answers, who corrected them, and the run they come from. ${passageWords[passages]} No key and no setting is ever in it.`,
  saveFile: "Save file",
  pairsOnly: "A chain without its right one has no line in this form.",

  openTitle: "Open an error book",
  openFile: "Open a file",
  taken: (value: number) => `${plural(value, "chain was", "chains were")} read.`,
  bad: (value: number) => `${plural(value, "line", "lines")} could not be read:`,
  badLine: (line: number, problem: RecordProblem) => `Line ${line}: ${problems[problem]}`,
  moreBad: (value: number) => `and ${value} more.`,
};

const passageWords = {
  none: "No passage is in it.",
  public: "Passages of the embedded library are in it, those of your own documents are not.",
  all: "Passages are in it, those of your own documents too.",
};

const problems = {
  "not-json": "it is not JSON",
  "not-a-record": "it is no record of an error book",
  "too-new": "it was written by a newer version of this page",
} satisfies Record<RecordProblem, string>;
