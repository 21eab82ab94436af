/**
 * Resumes a run by executing its method again over its kept log. Every run works this way; a new
 * run's log holds only its `run-start`. Whatever the method would ask or emit is taken from the
 * log, event by event; once the log ends, the run continues with real calls. Nothing is asked or
 * paid twice.
 *
 * - *Where* a log is cut is decided beforehand (`session/retry-point.ts`): before the repeated or
 * reassigned step, before what followed a corrected step, or where a run broke off.
 * - *What was built on the old answer* is superseded, as the `run-resume` records. In a chain the
 * later branches handle this: its steps stay in the fold, and a person's correction is one more
 * event at the end. Elsewhere the replayed steps stay visible before the `run-resume`, under
 * separate ids (`folds/superseded.ts`), and are skipped by the replay. Dropped steps stay in the
 * bill (`dropped`).
 * - *A chain* reads its position from the fold alone, so it takes the log whole (`takeRest`) and
 * skips what is done. Replaying it event by event would only work for logs of this exact code, and
 * a log outlives the code that wrote it. Methods that keep their position in control flow have no
 * alternative: if the log took another path than the method takes now, the run ends with
 * `run-not-repeatable` before anything is asked.
 *
 * Calls are matched by position and not by content, as in the lab across runs
 * (`evaluation/batch/memory.ts`): a repeated step is asked again, even in the same words.
 */
import { collectCharges } from "../folds/ledger.ts";
import { supersede, supersededPlaces } from "../folds/superseded.ts";
import { foldTrace } from "../folds/trace.ts";
import { AppError } from "../log/errors.ts";
import type { RunEvent, RunEventOf } from "../log/events.ts";
import type { Tier } from "../log/types.ts";
import { canResumeMidway, type RunForm } from "./resumable.ts";

export interface Resume {
  events: readonly RunEvent[];
  /** Events before this one are kept, the rest is done again. */
  beforeSeq: number;
  /** The step to resume from; null for a stage, or where the run broke off. */
  node: string | null;
  /** The model for this node, if it differs from the settings. */
  nodeTier?: Tier | undefined;
  /**
   * A person's correction of this node: their answer, or null to mark the node's answer as wrong.
   */
  correction?: { answer: string | null } | undefined;
  /** A spending cap was reached, so the small model continues. */
  cause?: "cap" | undefined;
}

/** The settings and models of the resumed run: the rest of a `run-resume`. */
export type ResumeContext = Pick<
  RunEventOf<"run-resume">,
  "settings" | "shape" | "small" | "large" | "library"
>;

/** The starting log of a run that resumes an earlier one under a new id. */
export function resumedLog(runId: string, resume: Resume, by: ResumeContext): RunEvent[] {
  const { events, beforeSeq, node, nodeTier, cause, correction } = resume;
  const retained = events.slice(0, beforeSeq);
  const walksAgain = by.shape !== "chain" && node !== null;
  const superseded = supersede(
    retained,
    walksAgain ? events.slice(beforeSeq) : [],
    correction === undefined ? "again" : "user",
  );
  const log = [...retained, ...superseded.events].map((event) =>
    event.type === "run-start"
      ? { ...event, runId, continues: { runId: event.runId, beforeSeq } }
      : event,
  );
  const last = log.at(-1);
  const seq = (last?.seq ?? -1) + 1;
  const atMs = last?.atMs ?? 0;
  log.push({
    type: "run-resume",
    seq,
    atMs,
    ...by,
    node,
    ...(nodeTier === undefined ? {} : { nodeTier }),
    ...(cause === undefined ? {} : { cause }),
    ...(superseded.events.length === 0 ? {} : { left: superseded.events.length }),
    dropped: droppedCharges(resume, superseded.from),
  });
  // The step's answer may be among the dropped events.
  const step = correction === undefined ? undefined : foldTrace(events).nodes.get(node ?? "");
  if (correction !== undefined && step !== undefined && foldTrace(retained).nodes.has(step.id)) {
    const substitution = { node: step.id, answer: correction.answer, replaced: step.answer };
    log.push({ type: "user-correction", seq: seq + 1, atMs, ...substitution });
  }
  return log;
}

/**
 * A chain can be resumed at any point, other runs only at a step; otherwise the run restarts and
 * keeps what it has spent.
 */
export function clampResumePoint(resume: Resume, next: RunForm): Resume {
  const { start, shape } = foldTrace(resume.events.slice(0, resume.beforeSeq));
  const isAlike = start !== null && canResumeMidway({ method: start.settings.method, shape }, next);
  const goesOn = isAlike && (next.shape === "chain" || resume.node !== null);
  return goesOn ? resume : { ...resume, beforeSeq: Math.min(resume.beforeSeq, 1), node: null };
}

/** Costs after the cut and of calls the cut interrupted; superseded steps report their own. */
function droppedCharges({ events, beforeSeq }: Resume, superseded: ReadonlySet<RunEvent>) {
  const before = collectCharges(events.slice(0, beforeSeq)).length;
  return collectCharges(events.filter((event) => !superseded.has(event))).slice(before);
}

/** A log being replayed, and the current position. */
export class Replay {
  private readonly log: readonly RunEvent[];
  private readonly superseded: ReadonlySet<number>;
  private place = 0;

  constructor(log: readonly RunEvent[]) {
    this.log = log;
    this.superseded = supersededPlaces(log);
  }

  get isOver(): boolean {
    return this.place >= this.log.length;
  }

  /** The log's next event, if it has this type. */
  next<T extends RunEvent["type"]>(type: T): RunEventOf<T> | null {
    const event = this.log[this.place];
    return event !== undefined && isOf(event, type) ? event : null;
  }

  /** The logged counterpart of an event about to be emitted. Throws `run-not-repeatable`. */
  told(body: Subject): RunEvent {
    const event = this.next(body.type);
    if (event === null || !isAbout(event, body)) throw new AppError("run-not-repeatable");
    return event;
  }

  step(): void {
    this.place += 1;
  }

  /** Skips the next marks and superseded events, which are not steps of the method. */
  *marks(): Generator<RunEvent> {
    yield* this.while((event) => marks.has(event.type) || this.superseded.has(event.seq));
  }

  *rest(): Generator<RunEvent> {
    yield* this.while(() => true);
  }

  private *while(takes: (event: RunEvent) => boolean): Generator<RunEvent> {
    for (let next = this.log[this.place]; next !== undefined; next = this.log[this.place]) {
      if (!takes(next)) return;
      this.step();
      yield next;
    }
  }
}

/** Events for a run's start, interruption, resumption or correction. */
const marks: ReadonlySet<RunEvent["type"]> = new Set([
  "run-start",
  "run-resume",
  "run-end",
  "user-correction",
]);

function isOf<T extends RunEvent["type"]>(event: RunEvent, type: T): event is RunEventOf<T> {
  return event.type === type;
}

/** An event to be emitted, or its known part. */
type Subject = { type: RunEvent["type"] };

const subjectKeys: ReadonlySet<string> = new Set(["node", "call", "branch", "stage", "purpose"]);

/** Same step, call, branch or stage; figures may differ. */
function isAbout(event: RunEvent, body: Subject): boolean {
  const known = new Map<string, unknown>(Object.entries(event));
  return Object.entries(body).every(
    ([key, subject]) => !subjectKeys.has(key) || known.get(key) === subject,
  );
}
