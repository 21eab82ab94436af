/**
 * Stores a run in pieces, at the latest after each step: a crash loses at most the current step.
 */

import { foldLedger, type Ledger } from "../../folds/ledger.ts";
import { type ErrorData, toAppError } from "../../log/errors.ts";
import type { RunEvent } from "../../log/events.ts";
import type { RunSettings, Stage } from "../../log/types.ts";
import type { Tabs } from "../../session/tabs.ts";
import type { RunStorage, RunSummary, StageSummary } from "../../storage/runs.ts";

interface RecorderParts {
  storage: RunStorage;
  tabs: Tabs;
  epochMs: () => number;
  /** Calls back after a pause; tests inject their own. */
  later: (work: () => void) => void;
  onSaved: (row: RunSummary) => void;
  /** Unwritten events wait for `goOn` or `giveUp`. */
  onFull: () => void;
  /** The write is retried with the next events, and once more after the end. */
  onFailed: (error: ErrorData) => void;
}

export interface Recorder {
  push(event: RunEvent): void;
  /** Resolves when everything possible is written. */
  close(): Promise<void>;
  goOn(): Promise<void>;
  giveUp(): void;
}

const settling: ReadonlySet<RunEvent["type"]> = new Set([
  "run-start",
  "run-resume",
  "user-correction",
  "branch-start",
  "verdict",
  "stage-end",
  "answer",
  "run-end",
]);

export function createRecorder(parts: RecorderParts): Recorder {
  const events: RunEvent[] = [];
  let written = 0;
  let size = 0;
  let begunEpochMs: number | null = null;
  let state: "open" | "full" | "over" = "open";
  let waiting = false;
  let closed = false;
  let claim: Promise<(() => void) | null> | null = null;
  let work: Promise<void> = Promise.resolve();
  /** The queued write includes all events until it starts. */
  let next: Promise<void> | null = null;

  function flush(): Promise<void> {
    next ??= work.then(() => {
      next = null;
      return writeRest();
    });
    work = next;
    return work;
  }

  async function writeRest(): Promise<void> {
    waiting = false;
    await writeNew();
    // A closed or busy store may be available again.
    if (closed && written < events.length) await writeNew();
    // While writes are pending, no other tab may take the run for an interrupted one.
    if (closed && state !== "full") (await claim)?.();
  }

  async function writeNew(): Promise<void> {
    const piece = { from: written, events: events.slice(written) };
    if (state === "open" && piece.events.length > 0) await write(piece);
  }

  async function write(piece: { from: number; events: RunEvent[] }): Promise<void> {
    begunEpochMs ??= parts.epochMs();
    const more = JSON.stringify(piece.events).length;
    const summary = summaryOf(events, { begunEpochMs, savedEpochMs: parts.epochMs() }, size + more);
    if (summary === null) return;
    claim ??= parts.tabs.claim(summary.id).catch(() => null);
    const row = await withWorth(summary, events);
    await claim;
    try {
      const appended = await parts.storage.append(row, piece);
      // It was deleted in another tab and must stay deleted.
      if (!appended) state = "over";
      written += piece.events.length;
      size += more;
      if (appended) parts.onSaved(row);
    } catch (thrown) {
      const error = toAppError(thrown);
      if (error.code === "quota-exceeded") state = "full";
      else if (error.code !== "storage-unavailable") state = "over";
      if (state === "full") parts.onFull();
      else parts.onFailed(error.toData());
    }
  }

  return {
    push(event) {
      if (state === "over") return;
      events.push(event);
      if (settling.has(event.type)) void flush();
      else if (!waiting) {
        waiting = true;
        parts.later(() => void flush());
      }
    },
    close() {
      closed = true;
      return flush();
    },
    goOn() {
      if (state === "full") state = "open";
      return flush();
    },
    giveUp() {
      state = "over";
      void flush();
    },
  };
}

/** If it fails, the list shows the row without it. */
async function withWorth(row: RunSummary, events: readonly RunEvent[]): Promise<RunSummary> {
  if (row.outcome !== "answered") return row;
  const part = await import("./answer-worth.ts").catch(() => null);
  return part === null ? row : { ...row, ...part.worthOf(events) };
}

type Times = Pick<RunSummary, "begunEpochMs" | "savedEpochMs">;

/** The log may be partial; null before its start. */
export function summaryOf(
  events: readonly RunEvent[],
  times: Times,
  size: number,
): RunSummary | null {
  const [start] = events;
  if (start?.type !== "run-start") return null;
  let { library, small, large, settings } = start;
  let outcome: RunSummary["outcome"] = null;
  let short = "";
  let steps = 0;
  let inOneGo = true;
  for (const event of events) {
    if (event.type === "run-resume") {
      ({ library, small, large, settings } = event);
      inOneGo = false;
    }
    if (event.type === "branch-start") steps += event.nodes.length;
    if (event.type === "answer") short = event.short;
    if (event.type === "user-correction") short = "";
    if (event.type === "run-end") outcome = event.outcome;
  }
  const { total, byStage } = foldLedger(events);
  return {
    id: start.runId,
    question: start.question,
    title: null,
    ...times,
    method: settings.method,
    library: library.title,
    small: small.model,
    large: large?.model ?? null,
    outcome,
    short,
    steps,
    usd: total.unknownUsdCalls > 0 ? null : total.usd,
    seconds: (events.at(-1)?.atMs ?? 0) / 1000,
    events: events.length,
    size,
    continues: start.continues?.runId ?? null,
    deletedEpochMs: null,
    ...(outcome === "answered" && inOneGo ? { stages: stagesOf(byStage, settings) } : {}),
  };
}

function stagesOf(byStage: Ledger["byStage"], settings: RunSettings): Record<Stage, StageSummary> {
  const summary = (stage: Stage): StageSummary => {
    const { usd, unknownUsdCalls, localSeconds, remoteSeconds, promptTokens, generatedTokens } =
      byStage[stage];
    return {
      choice: settings[stage],
      usd: unknownUsdCalls > 0 ? null : usd,
      seconds: localSeconds + remoteSeconds,
      promptTokens,
      generatedTokens,
    };
  };
  return { plan: summary("plan"), solve: summary("solve"), summarise: summary("summarise") };
}
