/**
 * Collecting what the router learns from: each question is answered with each tool by the model
 * that is to answer later, and every answer is scored against the right one. Whatever is there already stays.
 */
import { collectCharges, sumCharges } from "../../folds/ledger.ts";
import { AppError, type ErrorCode } from "../../log/errors.ts";
import type { RunEvent } from "../../log/events.ts";
import type { RunSettings, Tier } from "../../log/types.ts";
import { homoRouter } from "../../methods/homo-router/index.ts";
import type { Answerer } from "../../methods/homo-router/training/answerer.ts";
import {
  type Matching,
  matchScore,
  type ScoreRow,
} from "../../methods/homo-router/training/scores.ts";
import type { Ports, SearchTool } from "../../runtime/ports.ts";
import type { Run } from "../../runtime/run.ts";

/** Requests of a search that a service answers at once, at most: the first, and two repetitions. */
const mostRequests = 3;

/** After so many failures one upon the other, a tool is not asked again. */
const failuresToLeave = 3;

export interface CollectRequest {
  rows: readonly ScoreRow[];
  toolIds: readonly string[];
  matching: Matching;
  /** US dollars that this collection may cost; null is no limit. */
  capUsd: number | null;
  /** Who answers: the model that is to answer by the router later. */
  by: Tier;
}

export interface CollectProgress {
  /** Answers looked for, and how many there will be. */
  done: number;
  total: number;
  /** What is being asked, of which tool. */
  question: string;
  toolId: string;
  /** Known money; a request whose price is unknown is not in it. */
  spentUsd: number;
  unpricedRequests: number;
  failed: number;
}

export interface CollectOutcome extends CollectProgress {
  /** `cap`: a paid search could have cost more than was left. */
  end: "done" | "stopped" | "cap";
  /** Tools that failed again and again, with the last reason's code. */
  left: { toolId: string; code: ErrorCode }[];
  scored: number;
}

export interface CollectHooks {
  run: Run;
  ports: Ports;
  /** `id@sha256` of the encoder behind the ports' embedder. */
  encoder: string;
  newId(): string;
  signal: AbortSignal;
  /** A row has a new score; it is awaited, so that what is shown is kept. */
  onRow(row: ScoreRow): Promise<void>;
  onProgress(progress: CollectProgress): void;
}

/** What is still to be asked; a question without a right answer cannot be scored. */
export function missingScores(
  rows: readonly ScoreRow[],
  toolIds: readonly string[],
  by: Asker,
): { row: ScoreRow; toolId: string }[] {
  return rows.flatMap((row) =>
    row.golds.length === 0
      ? []
      : toolIds
          .filter((id) => !isBy(row, by) || !Object.hasOwn(row.scores, id))
          .map((toolId) => ({ row, toolId })),
  );
}

/** Who is to answer; before a model is loaded its name may not be known. */
export interface Asker {
  tier: Tier;
  model: string | null;
}

/** Scores of which nobody said whose they are count as the small model's, which collected them before. */
function isBy({ answerer }: ScoreRow, { tier, model }: Asker): boolean {
  if (answerer === undefined) return tier === "small";
  return answerer.tier === tier && (model === null || answerer.model === model);
}

/** From what the answers cost at one request each, to what they cost with every repetition. */
export function costInterval(
  requests: number,
  usdPerThousand: number | null,
): { low: number; high: number } | null {
  if (usdPerThousand === null) return null;
  const low = (requests * usdPerThousand) / 1000;
  return { low, high: low * mostRequests };
}

/** Does not throw for what goes wrong with a question: it is counted, and the next one is asked. */
export async function collectScores(
  request: CollectRequest,
  hooks: CollectHooks,
): Promise<CollectOutcome> {
  const { signal } = hooks;
  const answerer = answererOf(hooks.ports, request.by);
  const jobs = missingScores(request.rows, request.toolIds, answerer);
  const rows = new Map(request.rows.map((row) => [row.id, row]));
  const tally = new Tally(jobs.length);
  for (const { row, toolId } of jobs) {
    if (signal.aborted) return tally.outcome("stopped");
    if (tally.isLeft(toolId)) {
      tally.skip();
      continue;
    }
    const tool = hooks.ports.tools.find(({ ref }) => ref.id === toolId);
    if (tally.isOver(request.capUsd) || !tally.affords(tool, request.capUsd)) {
      return tally.outcome("cap");
    }
    hooks.onProgress(tally.begin(row.question, toolId));
    const { answer, error, events } = await askOnce(row, { toolId, by: request.by }, hooks);
    tally.charge(events);
    if (signal.aborted) return tally.outcome("stopped");
    if (answer === null) {
      tally.fail(toolId, error ?? "internal");
      continue;
    }
    const own = ofAnswerer(rows.get(row.id) ?? row, answerer);
    const scored = await withScore(own, toolId, answer, request, hooks);
    rows.set(row.id, scored);
    await hooks.onRow(scored);
    tally.score(toolId);
  }
  return tally.outcome("done");
}

/** Throws `remote-not-configured` where the large model is to answer and there is none. */
function answererOf({ small, large }: Ports, by: Tier): Answerer {
  const model = by === "small" ? small : large;
  if (model === null) throw new AppError("remote-not-configured");
  return { tier: by, model: model.ref.model };
}

/** The row as this one's: what another answered is no score of it. */
function ofAnswerer(row: ScoreRow, answerer: Answerer): ScoreRow {
  const kept = isBy(row, answerer) ? row : { ...row, scores: {}, predictions: {} };
  // Where nobody said whose the others are, they stay so: only what is all its own is said to be.
  const isUnsaid = row.answerer === undefined && Object.keys(kept.scores).length > 0;
  return isUnsaid ? kept : { ...kept, answerer };
}

async function withScore(
  row: ScoreRow,
  toolId: string,
  answer: string,
  { matching }: CollectRequest,
  { ports, encoder, signal }: CollectHooks,
): Promise<ScoreRow> {
  const own = row.encoder === encoder ? row.vector : null;
  const vector = own ?? (await ports.embedder.embed([row.question], signal))[0] ?? null;
  return {
    ...row,
    vector,
    encoder,
    predictions: { ...row.predictions, [toolId]: answer },
    scores: { ...row.scores, [toolId]: matchScore(matching, answer, row.golds) },
  };
}

interface Asked {
  /** Null when there is none that rests on the tool. */
  answer: string | null;
  error: ErrorCode | null;
  events: RunEvent[];
}

/** The paper's Fixed-Tool row with this tool, answered by that model. */
function settingsFor({ toolId: tool, by }: Asking): RunSettings {
  const fixed = homoRouter.presets.find(({ id }) => id === "homo-router-fixed-small");
  if (fixed === undefined) throw new RangeError("there is no preset for a fixed tool");
  const source = { choice: "fixed", tool } as const;
  return { ...fixed.settings, solve: by, summarise: by, source };
}

interface Asking {
  toolId: string;
  by: Tier;
}

async function askOnce(row: ScoreRow, asking: Asking, hooks: CollectHooks): Promise<Asked> {
  const { run, ports, newId, signal } = hooks;
  const request = { runId: newId(), question: row.question, settings: settingsFor(asking) };
  const outcome: Asked = { answer: null, error: null, events: [] };
  for await (const event of run(request, ports, signal)) {
    outcome.events.push(event);
    if (event.type === "answer") outcome.answer = event.short;
    if (event.type === "retrieval" && event.withheld !== undefined) {
      outcome.error = "privacy-withheld";
    }
    if (event.type === "tool-failure") outcome.error = event.error.code;
    if (event.type === "run-end" && event.error !== null) outcome.error ??= event.error.code;
  }
  // What was answered after a failure rests on the library: it is no score of this tool.
  return outcome.error === null ? outcome : { ...outcome, answer: null };
}

class Tally {
  readonly #progress: CollectProgress;
  readonly #inARow = new Map<string, number>();
  readonly #left = new Map<string, ErrorCode>();
  #scored = 0;
  /** To the large model. */
  #paidUsd = 0;

  constructor(total: number) {
    this.#progress = {
      done: 0,
      total,
      question: "",
      toolId: "",
      spentUsd: 0,
      unpricedRequests: 0,
      failed: 0,
    };
  }

  begin(question: string, toolId: string): CollectProgress {
    Object.assign(this.#progress, { question, toolId });
    return { ...this.#progress };
  }

  /** Whether even the dearest course of one search stays within the cap. */
  affords(tool: SearchTool | undefined, capUsd: number | null): boolean {
    if (capUsd === null || tool === undefined) return true;
    const most = costInterval(tool.mostRequests, tool.ref.usdPerThousand);
    return most !== null && this.#progress.spentUsd + most.low <= capUsd + 1e-12;
  }

  /** What the large model was paid has no bound before it is asked: it is looked at between questions. */
  isOver(capUsd: number | null): boolean {
    return capUsd !== null && this.#paidUsd > 0 && this.#progress.spentUsd >= capUsd;
  }

  charge(events: readonly RunEvent[]): void {
    const calls = sumCharges(collectCharges(events).filter(({ tier }) => tier === "large")).total;
    this.#paidUsd += calls.paidUsd;
    this.#progress.spentUsd += calls.paidUsd;
    this.#progress.unpricedRequests += calls.unknownPaidCalls;
    for (const event of events) {
      if (event.type !== "retrieval" && event.type !== "tool-failure") continue;
      const { cost, requests = 0 } = event;
      if (cost?.usd === null) this.#progress.unpricedRequests += requests;
      else this.#progress.spentUsd += cost?.usd ?? 0;
    }
  }

  score(toolId: string): void {
    this.#inARow.delete(toolId);
    this.#scored += 1;
    this.#progress.done += 1;
  }

  fail(toolId: string, code: ErrorCode): void {
    const failures = (this.#inARow.get(toolId) ?? 0) + 1;
    this.#inARow.set(toolId, failures);
    if (failures >= failuresToLeave) this.#left.set(toolId, code);
    this.skip();
  }

  skip(): void {
    this.#progress.failed += 1;
    this.#progress.done += 1;
  }

  isLeft(toolId: string): boolean {
    return this.#left.has(toolId);
  }

  outcome(end: CollectOutcome["end"]): CollectOutcome {
    const abandoned = [...this.#left].map(([toolId, code]) => ({ toolId, code }));
    return { ...this.#progress, end, left: abandoned, scored: this.#scored };
  }
}
