/** Text of the Lab's batches: the list, and a running one. Fetched with the Lab. */

import type { SettingsPart } from "../../../app/runtime/view-store.ts";
import type { Estimate, Range } from "../../../evaluation/batch/estimate.ts";
import type { BatchPhase, PauseReason } from "../../../evaluation/batch/progress.ts";
import type { Standing } from "../../../evaluation/pipelines/sequential.ts";
import type { LabBatch } from "../../../evaluation/types.ts";
import {
  bytes,
  count,
  percent,
  plural,
  seconds,
  unknown,
  usd,
} from "../../../ui-kit/text/format.ts";
import type { ExportKind } from "../report-files.ts";
import type { SentTraces, TracesSent } from "../send-traces.ts";

/** "42 s", "12 min", "3 h 05 min": precision suits an estimate. */
export function duration(value: number | null): string {
  if (value === null) return unknown;
  if (value < 100) return seconds(Math.max(0, Math.round(value)));
  const minutes = Math.round(value / 60);
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")} min`;
}

/** "31 s", "2:05". */
export function countdown(wholeSeconds: number): string {
  if (wholeSeconds < 60) return `${wholeSeconds} s`;
  return `${Math.floor(wholeSeconds / 60)}:${String(wholeSeconds % 60).padStart(2, "0")} min`;
}

const day = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });

const questions = (value: number) => plural(value, "question", "questions");
const configurations = (value: number) => plural(value, "configuration", "configurations");
const answers = (value: number) => plural(value, "answer", "answers");

export const labBatchText = {
  title: "Lab",
  opening: "Opening the lab…",
  failed: "The lab could not be opened.",
  again: "Try again",
  back: "Lab",

  list: "Your batches",
  batches: (value: number) => plural(value, "batch", "batches"),
  made: (epochMs: number) => day.format(epochMs),
  shape: ({ set, questionCount, configurations: all }: LabBatch) =>
    `${set} · ${questions(questionCount)} × ${configurations(all.length)}`,
  models: ({ models }: LabBatch) =>
    models.large === null ? models.small : `${models.small} with ${models.large}`,
  imported: "from a report",
  keptRuns: "Runs of another agent:",
  progressOf: (done: number, total: number) => `${count(done)} of ${count(total)}`,
  complete: "complete",
  runningNow: "running",
  failedCount: (value: number) => `${count(value)} failed`,
  remembered: (calls: number) =>
    `${plural(calls, "model call is", "model calls are")} remembered on this device: asked again, they cost nothing.`,
  forget: "Forget them",
  forgetSure: "Really forget them",
  keep: "Keep them",

  phases: {
    idle: "Not started.",
    loading: "Loading the models and the library…",
    running: "Running.",
    waiting: "Waiting: the server asked to slow down.",
    pausing: "Pausing: what is being asked is finished first…",
    paused: "Paused.",
    done: "Complete.",
  } satisfies Record<BatchPhase, string>,
  reasons: {
    asked: "Everything so far is kept.",
    budget:
      "The next call could have gone past the budget, so it was not made. A higher budget continues from here.",
    ledger:
      "What was spent cannot be counted now, so nothing that has a price is asked. What came so far is kept.",
    server: "The large model’s server does not answer as it should. When it does, go on.",
    device:
      "The models, the library or the browser's storage could not be used. What came so far is kept.",
    storage: "The browser’s storage is full, so no more results can be kept. Choose how to go on.",
    internal: "Something in the page broke. What came so far is kept; going on may work.",
  } satisfies Record<PauseReason, string>,
  goesOnIn: (wholeSeconds: number) => `Goes on in ${countdown(wholeSeconds)}.`,
  asking: (configuration: string) => `Now, ${configuration}:`,
  elsewhere:
    "Another tab of this browser runs this batch. It is shown here as it grows; pause or stop it there.",
  otherRuns: "Another batch is running in this tab. Pause it first.",
  isReport: "Read-only report.",
  sideBySide: (atOnce: number) =>
    `Up to ${count(atOnce)} questions were asked at once: seconds are of each question’s own calls and reading, without the wait for another’s, on a processor that they shared.`,
  noLogs: "Run logs of this batch are no longer kept; figures are.",

  start: "Start",
  resume: "Go on",
  pause: "Pause",
  stop: "Stop now",
  retryFailed: (failed: number) => `Ask the ${count(failed)} failed again`,
  remove: "Delete",
  removeSure: "Really delete this batch",
  keepBatch: "Leave it",
  progress: "Progress",
  bookkeeping: {
    rate: (perMinute: number | null) =>
      perMinute === null
        ? `${unknown}/min`
        : `${perMinute < 10 ? perMinute.toFixed(1) : Math.round(perMinute)}/min`,
    left: (seconds: number | null) => `${duration(seconds)} left`,
    paid: (paid: string) => `${paid} paid`,
    remembered: (calls: number) => `${plural(calls, "call", "calls")} remembered`,
  },
  paidOf: (paid: string, budget: string) => `${paid} of ${budget}`,
  budgetField: "Budget, US dollars",
  budgetHelp: "Nothing is called that could cross it. Empty is no limit.",
  changeBudget: "Change the budget",
  nothingToPay: "nothing",
  leftToDo: (money: string, time: string) => `What is left may take ${time} and cost ${money}.`,
  leftAtMost: (money: string, time: string) =>
    `If everything is asked, what is left may take ${time} and cost ${money}.`,
  leftUnknown:
    "Time and money for what is left are not known yet: too little like it was recorded here.",

  atMost: (done: number, total: number) => `${count(done)} of at most ${count(total)}`,
  settling: {
    large: () => "settled: the large model is better",
    small: () => "settled: the small model is better",
    open: (chance: number) => `open: ${percent(chance)} chance that the rest settles it`,
    hopeless: (chance: number) =>
      chance === 0
        ? "no difference shown"
        : `not worth more calls: ${chance < 0.01 ? "under 1 %" : percent(chance)} chance that the rest settles it`,
  } satisfies Record<Standing["state"], (chance: number) => string>,
  firstLook: (least: number) => `The first look is after ${questions(least)}.`,
  restAtMost: (rest: number | null) =>
    `If everything is asked, the rest costs ${rest === 0 ? labBatchText.nothingToPay : usd(rest)}, at each setup’s mean cost so far.`,
  spared: (value: number) => `Settled: ${plural(value, "answer was", "answers were")} not needed.`,
  settlingBasis:
    "Not every question was asked in every setup: verdicts, setups and the picture of accuracy against cost are estimated from the outcomes there are, and a verdict needs p < 0.003. Tables that pair setups use only questions that both answered.",

  storage: {
    "without-logs": "Go on without keeping run logs",
    "delete-older-logs": "Delete run logs of older batches",
    stop: "Stop here",
  },

  errorsTitle: "What failed",
  errorsHelp: "Failed answers count as wrong until they are asked again.",
  times: (value: number) => `${count(value)} ×`,
  settings: {
    large: "Engines and key",
    small: "Small model",
    caps: "Spending caps",
    library: "Library",
    tools: "Search tools",
    privacy: "What may leave this device",
  } satisfies Partial<Record<SettingsPart, string>>,

  exportTitle: "Export",
  exports: {
    report: {
      label: "Report",
      help: ".lab.json: everything; the lab and the command line open it",
    },
    "results-csv": { label: "Results as CSV", help: "a line an answer, for a table" },
    "results-jsonl": { label: "Results as JSONL", help: "a line an answer, for a program" },
    traces: {
      label: "Traces (OTLP)",
      help: "model, tokens, cost and time of each stage and call; no text of a run",
    },
    logs: { label: "Run logs", help: "JSONL: every event of every run; can be large" },
  } satisfies Record<ExportKind, { label: string; help: string }>,
  send: {
    address: "Or send the traces to a collector",
    help: "Address for OTLP over HTTP, such as http://localhost:4318/v1/traces. Only what the file of traces has is sent, and only when you press the button.",
    wrong: "Give an address that begins with http:// or https://, without a password.",
    button: (host: string | null) => (host === null ? "Send" : `Send to ${host}`),
    stop: "Stop",
    held: "Nothing may leave this device, so nothing is sent.",
    starting: "Sending…",
    under: ({ traces, bytes: size }: TracesSent) => `${tracesText(traces)} sent, ${bytes(size)}…`,
    over: (sent: SentTraces, host: string) =>
      `${sent.bytes === 0 ? "Nothing was sent." : `${tracesText(sent.traces)} sent to ${host}, ${bytes(sent.bytes)}.`}${rejectedText(sent.rejected)}${endText(sent, host)}`,
  },
  saving: "Writing the file…",
  saved: (name: string) => `Saved as ${name}.`,
  openingBatch: "Opening the batch…",
  openingAnalysis: "Opening the figures…",
  analysisLater: "Figures appear here with the first answers.",
  spoken: {
    at: (done: number, total: number, left: number | null) =>
      `${answers(done)} of ${count(total)}${left === null ? "" : `, about ${duration(left)} left`}.`,
    failed: (failed: number) => (failed === 0 ? "" : ` ${count(failed)} failed.`),
  },
};

/** "$0.12 to $0.31", "nothing" if no server is used, "—" if unknown. */
export function moneyRange({ usd: money, largeCalls }: Estimate, asksServer = true): string {
  const isFree = largeCalls?.high === 0 && money?.high === 0;
  if (!asksServer || isFree) return labBatchText.nothingToPay;
  return between(money, usd);
}

export function timeRange({ seconds: time }: Estimate): string {
  return between(time, duration);
}

export function estimateBasis({ basedOn, seconds: time, lanes }: Estimate): string {
  if (basedOn === 0) return "No estimate yet: run one question first.";
  return time === null
    ? `Only ${answers(basedOn)} like it recorded here yet: too few for an estimate.`
    : `95 % intervals, by ${answers(basedOn)} recorded for each configuration${sideBySide(lanes)}.`;
}

export function sideBySide(lanes: number): string {
  return lanes === 1 ? "" : `, ${count(lanes)} questions side by side`;
}

function between(range: Range | null, write: (value: number) => string): string {
  if (range === null) return unknown;
  const [low, high] = [write(range.low), write(range.high)];
  return low === high ? low : `${low} to ${high}`;
}

function tracesText(traces: number): string {
  return plural(traces, "trace", "traces");
}

function rejectedText(spans: number): string {
  return spans === 0 ? "" : ` The collector did not keep ${plural(spans, "span", "spans")}.`;
}

function endText({ end }: SentTraces, host: string): string {
  switch (end.kind) {
    case "sent":
      return "";
    case "stopped":
      return " You stopped it; sending again starts from the first.";
    case "refused":
      return ` ${host} refused the next request (status ${end.status}). Check the path of the address; collectors expect /v1/traces.`;
    case "unreachable":
      return ` ${reachText[end.reach ?? "unknown"](host)} The file of traces can be given to it instead.`;
  }
}

const reachText = {
  withheld: (host: string) =>
    `${host} answers, but does not allow this page (CORS): the collector's setting is allowed_origins.`,
  insecure: (host: string) =>
    `The browser does not let this page ask ${host} without encryption; use https.`,
  silent: (host: string) => `Nobody answers at ${host}.`,
  unknown: (host: string) => `${host} cannot be reached, or does not allow this page (CORS).`,
};
