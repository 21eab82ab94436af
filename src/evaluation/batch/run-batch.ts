/**
 * Each question runs in every configuration before the next, so that a batch stopped early can be
 * compared; one that runs until it is settled follows its plan (`settling.ts`).
 */
import { AppError, type ErrorData, toAppError } from "../../log/errors.ts";
import type { RunEvent } from "../../log/events.ts";
import type { Clock, StopSignal } from "../../runtime/ports.ts";
import type { Measured } from "../analysis/measure.ts";
import type { QuestionRow } from "../questions/question.ts";
import type { Configuration, LabBatch, LabResult } from "../types.ts";
import { Failures } from "./after-failure.ts";
import { compactLog } from "./log.ts";
import type { BatchEvent, PauseReason } from "./progress.ts";
import { type Asking, roundsOf, type Settling } from "./settling.ts";

export interface OpenQuestion {
  ask(configuration: Configuration, signal: StopSignal): AsyncIterable<RunEvent>;
  close(): void;
}

export interface BatchPorts {
  clock: Clock;
  /** Throws AppError. */
  prepare(signal: StopSignal): Promise<void>;
  /** Drops models and workers that died; the next question loads them again. */
  reload(): Promise<void>;
  question(index: number): Promise<QuestionRow>;
  openQuestion(row: QuestionRow, signal: StopSignal): Promise<OpenQuestion>;
  measure(row: QuestionRow, events: readonly RunEvent[]): Measured;
  stored(): Promise<ReadonlySet<string>>;
  /** At the stored results, between rounds. Absent: everything is asked. */
  look?: () => Promise<Settling | null>;
  /** Called once the question's earlier results are stored. Absent: always true. */
  wants?: (row: QuestionRow, configuration: Configuration) => boolean;
  /** Throws `quota-exceeded` if storage is full. */
  keep(result: LabResult, events: readonly RunEvent[]): Promise<void>;
  paidUsd(): Promise<number | null>;
}

export interface BatchControl {
  signal: StopSignal;
  atOnce: number;
  pausing(): boolean;
  tell(event: BatchEvent): void;
}

export function resultKey(question: string, configuration: string): string {
  return JSON.stringify([question, configuration]);
}

/** Never throws. */
export async function runBatch(
  batch: LabBatch,
  ports: BatchPorts,
  control: BatchControl,
): Promise<void> {
  try {
    await new Runner(batch, ports, control).run();
    control.tell({ type: "done" });
  } catch (thrown) {
    const usd = await ports.paidUsd().catch(() => undefined);
    if (usd !== undefined) control.tell({ type: "paid", usd });
    control.tell({ type: "paused", ...standstill(thrown) });
  }
}

class Pause extends Error {
  readonly reason: PauseReason;
  readonly error: ErrorData | null;

  constructor(reason: PauseReason, error: ErrorData | null) {
    super(reason);
    this.reason = reason;
    this.error = error;
  }
}

function standstill(thrown: unknown): { reason: PauseReason; error: ErrorData | null } {
  if (thrown instanceof Pause) return { reason: thrown.reason, error: thrown.error };
  const error = toAppError(thrown).toData();
  if (error.code === "stopped") return { reason: "asked", error: null };
  const after = new Failures().after(error, true);
  return { reason: after.kind === "pause" ? after.reason : "internal", error };
}

class Runner {
  readonly #batch: LabBatch;
  readonly #ports: BatchPorts;
  readonly #control: BatchControl;
  readonly #failures = new Failures();
  /** The cause; the other questions then stop on their own. */
  #ended: { by: unknown } | null = null;
  #loads = 0;
  #loading: Promise<void> = Promise.resolve();
  #lastResultMs = Number.NEGATIVE_INFINITY;

  constructor(batch: LabBatch, ports: BatchPorts, control: BatchControl) {
    this.#batch = batch;
    this.#ports = ports;
    this.#control = control;
  }

  async run(): Promise<void> {
    this.#control.tell({ type: "loading" });
    const stored = await this.#ports.stored();
    await this.#ports.prepare(this.#control.signal);
    let isOver = await this.#look();
    for (const round of roundsOf(this.#batch)) {
      if (isOver) return;
      await this.#round(round, stored);
      isOver = await this.#look();
    }
  }

  async #look(): Promise<boolean> {
    const settling = (await this.#ports.look?.()) ?? null;
    if (settling !== null) this.#control.tell({ type: "looked", settling });
    return settling?.isOver === true;
  }

  async #round(round: readonly Asking[], stored: ReadonlySet<string>): Promise<void> {
    let next = 0;
    const line = async () => {
      for (let asking = round[next++]; asking !== undefined; asking = round[next++]) {
        if (this.#ended !== null) return;
        const row = await this.#ports.question(asking.question);
        const missing = asking.configurations.filter(
          ({ id }) => !stored.has(resultKey(row.id, id)),
        );
        if (missing.length > 0) await this.#question(row, missing);
      }
    };
    const lines = Array.from({ length: this.#control.atOnce }, async () => {
      try {
        await line();
      } catch (thrown) {
        this.#ended ??= { by: thrown };
      }
    });
    await Promise.all(lines);
    if (this.#ended !== null) throw this.#ended.by;
  }

  async #question(row: QuestionRow, missing: readonly Configuration[]): Promise<void> {
    let open: OpenQuestion | null = null;
    try {
      for (const configuration of missing) {
        this.#goOn();
        if (this.#ports.wants?.(row, configuration) === false) continue;
        this.#control.tell({ type: "asking", question: row.id, configuration: configuration.id });
        const startedMs = this.#ports.clock.nowMs();
        for (let again = false; ; again = true) {
          const loads = this.#loads;
          open ??= await this.#open(row, again);
          const reloads = await this.#ask(open, { row, configuration, again, startedMs });
          if (!reloads) break;
          open.close();
          open = null;
          await this.#reload(loads);
        }
      }
    } finally {
      open?.close();
    }
  }

  async #open(row: QuestionRow, again: boolean): Promise<OpenQuestion> {
    const { signal } = this.#control;
    const loads = this.#loads;
    try {
      return await this.#ports.openQuestion(row, signal);
    } catch (thrown) {
      const error = toAppError(thrown).toData();
      if (this.#failures.after(error, again).kind !== "reload") throw thrown;
      await this.#reload(loads);
      return this.#ports.openQuestion(row, signal);
    }
  }

  /** Once for all questions that lost the same models: `loads` is the count before. */
  #reload(loads: number): Promise<void> {
    if (loads === this.#loads) {
      this.#loads += 1;
      this.#loading = this.#loadAnew();
    }
    return this.#loading;
  }

  async #loadAnew(): Promise<void> {
    this.#control.tell({ type: "loading" });
    await this.#ports.reload();
    await this.#ports.prepare(this.#control.signal);
    this.#control.tell({ type: "loaded" });
  }

  async #ask(
    open: OpenQuestion,
    attempt: { row: QuestionRow; configuration: Configuration; again: boolean; startedMs: number },
  ): Promise<boolean> {
    const { row, configuration, again, startedMs } = attempt;
    const events: RunEvent[] = [];
    for await (const event of open.ask(configuration, this.#control.signal)) events.push(event);
    const end = events.at(-1);
    if (end?.type !== "run-end") throw new AppError("internal", { message: "a run has no end" });
    if (end.outcome === "stopped") throw new Pause("asked", null);
    const after = end.error === null ? null : this.#failures.after(end.error, again);
    if (after === null) this.#failures.answered();
    if (after?.kind === "reload") return true;
    if (after?.kind === "pause") throw new Pause(after.reason, end.error);
    const belongs = { batch: this.#batch.id, question: row.id, configuration: configuration.id };
    const { atOnce } = this.#control;
    const beside = atOnce > 1 ? { atOnce } : {};
    const result: LabResult = { ...this.#ports.measure(row, events), ...belongs, ...beside };
    await this.#ports.keep(result, compactLog(events));
    // With questions side by side, a result's time counts from the previous result.
    const nowMs = this.#ports.clock.nowMs();
    const tookMs = nowMs - Math.max(startedMs, this.#lastResultMs);
    this.#lastResultMs = nowMs;
    this.#control.tell({ type: "result", result, tookMs });
    this.#control.tell({ type: "paid", usd: await this.#ports.paidUsd() });
    return false;
  }

  #goOn(): void {
    const isWanted = this.#ended === null && !this.#control.pausing();
    if (this.#control.signal.aborted || !isWanted) throw new Pause("asked", null);
  }
}
