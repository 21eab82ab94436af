import type { DecisiveStep } from "../../../folds/divergence.ts";
import type { ErrorData } from "../../../log/errors.ts";
import type { RunEvent } from "../../../log/events.ts";
import { type Stage, stages, type Tier, type TierChoice } from "../../../log/types.ts";
import type { RunSummary } from "../../../storage/runs.ts";
import { answeredText } from "../../../ui-kit/text/answered.ts";
import { bytes, count, percent, plural, seconds, usd } from "../../../ui-kit/text/format.ts";
import { text } from "../../../ui-kit/text/page.ts";
import { stageNames } from "../../../ui-kit/text/stages.ts";

const moment = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });

const outcomes = {
  answered: "answered",
  stopped: "stopped",
  failed: "failed",
} satisfies Record<NonNullable<RunSummary["outcome"]>, string>;

const causes: Readonly<Record<string, string>> = {
  blocked: "Another tab of Hopwise holds what is kept in an older form; close the other tabs.",
  "newer-version":
    "What is kept was written by a newer version of this page; nothing of it is lost. Reload to get that version.",
  "no-answer": "The browser's storage did not answer; it may be busy.",
  closed: "The browser closed its storage while it was in use; it is opened again.",
};

export const historyText = {
  title: "Runs",
  intro:
    "Every question asked here is kept in this browser, with its whole tree, until you delete it.",
  reading: "Looking for your runs…",
  cannotRead: "The runs of this browser cannot be read now",
  unavailable: (error: ErrorData | null) =>
    causes[String(error?.params["cause"] ?? "")] ??
    "This browser does not let the page keep anything, as in a private window or where site data are blocked.",
  stillFiles: "Questions are answered all the same; a run can be saved as a file or a link.",
  again: "Try again",
  reload: "Reload the page",
  notKept: "This run is not kept in this browser",
  notKeptBody:
    "It is lost when the page is closed, unless you save it; the day's spending and remembered calls may miss it, too.",
  empty: "No runs yet",
  emptyBody:
    "Ask a question, and its run is kept here: to find again, to compare, and to go on with after a crash.",
  ask: "Ask a question",
  list: "Your runs",
  search: "Search in questions, titles and answers",
  found: (shown: number, all: number) =>
    shown === all ? plural(all, "run", "runs") : `${count(shown)} of ${plural(all, "run", "runs")}`,
  takes: (characters: number) => `about ${bytes(characters)} kept`,
  nothingFound: "No runs match.",

  outcome: (row: RunSummary, live: boolean) => {
    if (row.outcome === "answered" && row.found !== undefined) {
      return answeredText.kind(row.found, row.sure ?? null);
    }
    if (row.outcome !== null) return outcomes[row.outcome];
    return live ? "under way" : "broke off";
  },
  short: ({ found, short }: RunSummary) =>
    found === "not-in-library" ? `The model's guess: ${short}` : short,
  open: (title: string) => `Open: ${title}`,
  facts: (row: RunSummary) =>
    [
      moment.format(row.begunEpochMs),
      row.library,
      plural(row.steps, "step", "steps"),
      usd(row.usd),
      seconds(row.seconds),
    ].filter((part) => part !== ""),
  doers: (doers: readonly { stage: Stage; choice: TierChoice }[]) =>
    doers.map(({ stage, choice }) => `${stageNames[stage]}: ${choice}`).join(", "),
  continued: "continued from another run",
  goOn: "Go on",
  goOnNamed: (title: string) => `Go on with: ${title}`,
  elsewhere: "Another tab is going on with this run already.",
  gone: "This run is not there any more.",
  rename: "Rename",
  renameNamed: (title: string) => `Rename: ${title}`,
  newTitle: "New title",
  save: "Save",
  cancel: "Cancel",
  remove: "Delete",
  removeNamed: (title: string) => `Delete: ${title}`,
  removed: (number: number) => `${plural(number, "run", "runs")} deleted.`,
  undo: "Undo",
  restored: "Brought back.",
  choose: (title: string) => `Compare: ${title}`,
  chooseShort: "compare",
  chosen: (number: number) =>
    number === 1 ? "One run chosen; choose another to compare it with." : "Two runs chosen.",
  compare: "Compare them",
  clear: "Choose none",

  compareTitle: "Two runs side by side",
  back: "All runs",
  otherQuestion: "They answer different questions.",
  stepByStep: "Step by step",
  partsHere: "diverges here",
  step: "Step",
  sides: ["First run", "Second run"] as const,
  atAnEnd: "has ended",
  noAnswer: "no answer",
  rows: {
    answer: "Answer",
    outcome: "Outcome",
    asked: "Asked",
    method: "Method",
    models: "Models",
    library: "Library",
    calls: "Calls",
    spent: "Spent",
    took: "Took",
  },
  callsOf: (calls: number, large: number) =>
    large === 0 ? count(calls) : `${count(calls)}, ${count(large)} large`,
  kinds: {
    branch: "asks",
    gate: "is it known?",
    source: "looks in",
    search: "searches for",
    passages: "finds",
    filter: "keeps",
    verdict: "is told",
    answer: "answers",
    end: "ends",
  } satisfies Record<DecisiveStep["kind"], string>,
  nothing: "nothing",
  nothingMore: "nothing more",

  fullTitle: "This browser has no more room",
  fullBody:
    "The run on the screen goes on, but what comes is not kept. Nothing is lost as long as this tab is open.",
  deleteOldest: (number: number, characters: number) =>
    `Delete the ${plural(number, "oldest run", "oldest runs")} (${bytes(characters)})`,
  saveFile: "Save this run as a file",
  unsaved: "Go on without keeping it",
};

export const shareText = {
  title: "Share this run",
  shared: (answered: string) => `What you share: ${answered}`,
  /** "Plan: large · Read: small · Hopwise". */
  madeBy: (tiers: Partial<Record<Stage, Tier>>) =>
    [
      ...stages.flatMap((stage) => {
        const tier = tiers[stage];
        return tier === undefined ? [] : `${stageNames[stage]}: ${tier}`;
      }),
      text.page.name,
    ].join(" · "),
  linkTitle: "Link",
  linkHelp:
    "The run is in the link itself. Whoever opens it sees tree, answer and meter, with no model or key; no server ever gets it.",
  packing: "Packing the run…",
  size: (characters: number) => `${bytes(characters)}, ${count(characters)} characters`,
  link: "The link",
  copy: "Copy the link",
  copied: "Copied",
  notCopied: "This browser did not let it be copied; select it above.",
  long: "Some mail and chat programs cut links of this length. A file does not get cut.",
  tooLong:
    "This run is too long for a link that every browser opens. Save it as a run file and send that.",
  keys: "Keys are never in it, nor what a provider wrote in an error.",
  leavesOut:
    "Your documents are left out: their passages, titles and names, and every prompt and output of this run. The question, queries and short answers stay, though they may be words of your documents.",
  public: "Passages of the public library are looked up again when it is opened.",
  filesTitle: "Files",
  run: "Run file",
  runHelp: "All of it, to open here again. Your own documents' passages are in it, keys never.",
  markdown: "Answer as Markdown",
  markdownHelp: "Answer, steps, and sources with the sentences that support them.",
  svg: "Tree as SVG",
  png: "Tree as PNG",
  pictureHelp: "The whole tree in the colours of the page, whatever is in sight.",
  film: "Run as an animated GIF",
  filmHelp: "The tree as it grew, in about six seconds, in the colours of the page.",
  filming: (share: number) => `Drawing… ${percent(share)}`,
  encoding: "Packing the pictures…",
  stop: "Stop",
  trace: "Trace (OpenTelemetry)",
  traceHelp: "OTLP as JSON with OpenInference names, for tools such as Phoenix or Jaeger.",
  traceDocuments: "With what this run read of my own documents",
  save: "Save",
  saveNamed: (what: string) => `Save: ${what}`,
  failed: "This file could not be made here.",
  noTree: "There is no tree yet.",

  markdownWords: {
    noAnswer: "No answer came.",
    path: "How it was found",
    sources: "Sources",
    noPassage: "No passage supports this step; the model's own word was taken.",
    given: "No passage supports this step; a person's word was taken.",
  },
  made: (start: Extract<RunEvent, { type: "run-start" }> | null) => {
    if (start === null) return "Made with Hopwise";
    const models = [start.small.model, start.large?.model ?? ""].filter((name) => name !== "");
    const day = new Date(start.startedAtEpochMs).toISOString().slice(0, 10);
    return `Made with Hopwise on ${day}: ${models.join(" and ")}, on ${start.library.title || "documents of my own"}`;
  },
};
