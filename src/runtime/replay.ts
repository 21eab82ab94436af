/**
 * The one way to go on with a run: its method is run again over what its log keeps. Every run,
 * new or taken up, is a method that is executed from its beginning over a log; a new run's log
 * holds no more than its `run-start`. What the method would ask or emit comes from the log, event
 * by event, until that ends: there the run has come back to where it was, and what follows is
 * asked anew. Nothing is asked or paid twice.
 *
 * - *Where* a log is cut is said beforehand (`session/retry-point.ts`): before the step that is
 *   done again or changes hands, before what a corrected step came to, or where a run broke off.
 * - *What was built on the old answer* is superseded, and the `run-resume` says so. In a chain
 *   the branches that follow see to that: its steps lie in the fold, and a person's word is one
 *   more event at the end of it. Elsewhere the steps that are walked again stay in sight before
 *   the `run-resume`, under ids of their own (`folds/superseded.ts`), and are no part of the walk.
 *   What is dropped altogether stays in the bill (`dropped`).
 * - *A chain* reads its place from the fold alone, so it takes the log whole (`takeRest`) and
 *   does not do again what that says is done. Walking it event by event would come to the same
 *   only for logs of this very code; a log outlives the code that wrote it. A method that keeps
 *   its place in its own flow has no other way back; where its log tells of another way than it
 *   goes now, the run ends with `run-not-repeatable`, before anything is asked.
 *
 * Calls are answered by their place and not by their content, as the lab does across runs
 * (`evaluation/batch/memory.ts`): a step that is done again is asked again, even in the same words.
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
  /** Events before this one are kept, the rest is done anew. */
  beforeSeq: number;
  /** The step that the run goes on from; null for a stage, or where it broke off. */
  node: string | null;
  /** The model that does this node, where it is another than the settings say. */
  nodeTier?: Tier | undefined;
  /** A person's word on this node: their answer, or null where its own is wrong. */
  correction?: { answer: string | null } | undefined;
  /** A spending cap was met, and the small model goes on. */
  cause?: "cap" | undefined;
}

/** Who goes on, and with what: the rest of a `run-resume`. */
export type ResumeContext = Pick<
  RunEventOf<"run-resume">,
  "settings" | "shape" | "small" | "large" | "library"
>;

/** What the log of a run begins with that goes on with an earlier one, under its own name. */
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
  // What the step had answered may be among what is dropped.
  const step = correction === undefined ? undefined : foldTrace(events).nodes.get(node ?? "");
  if (correction !== undefined && step !== undefined && foldTrace(retained).nodes.has(step.id)) {
    const substitution = { node: step.id, answer: correction.answer, replaced: step.answer };
    log.push({ type: "user-correction", seq: seq + 1, atMs, ...substitution });
  }
  return log;
}

/**
 * A chain is gone on with at any point, any other run at one of its steps; else it begins anew and
 * keeps what it has spent.
 */
export function clampResumePoint(resume: Resume, next: RunForm): Resume {
  const { start, shape } = foldTrace(resume.events.slice(0, resume.beforeSeq));
  const isAlike = start !== null && canResumeMidway({ method: start.settings.method, shape }, next);
  const goesOn = isAlike && (next.shape === "chain" || resume.node !== null);
  return goesOn ? resume : { ...resume, beforeSeq: Math.min(resume.beforeSeq, 1), node: null };
}

/** What was spent after the cut, and on calls that the cut broke in two; superseded steps tell their own. */
function droppedCharges({ events, beforeSeq }: Resume, superseded: ReadonlySet<RunEvent>) {
  const before = collectCharges(events.slice(0, beforeSeq)).length;
  return collectCharges(events.filter((event) => !superseded.has(event))).slice(before);
}

/** A log that is walked again, and how far it has been. */
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

  /** What the log tells next, where that is of this kind. */
  next<T extends RunEvent["type"]>(type: T): RunEventOf<T> | null {
    const event = this.log[this.place];
    return event !== undefined && isOf(event, type) ? event : null;
  }

  /** What the log has in this place of the event that would be emitted. Throws `run-not-repeatable`. */
  told(body: Subject): RunEvent {
    const event = this.next(body.type);
    if (event === null || !isAbout(event, body)) throw new AppError("run-not-repeatable");
    return event;
  }

  step(): void {
    this.place += 1;
  }

  /** Goes past the marks that come next, and what is superseded: neither is a step of the method. */
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

/** Where a run was begun, broken off, taken up or corrected. */
const marks: ReadonlySet<RunEvent["type"]> = new Set([
  "run-start",
  "run-resume",
  "run-end",
  "user-correction",
]);

function isOf<T extends RunEvent["type"]>(event: RunEvent, type: T): event is RunEventOf<T> {
  return event.type === type;
}

/** An event that would be emitted, or as much of it as is known. */
type Subject = { type: RunEvent["type"] };

const subjectKeys: ReadonlySet<string> = new Set(["node", "call", "branch", "stage", "purpose"]);

/** The same step, call, branch or stage: the rest may differ in its figures. */
function isAbout(event: RunEvent, body: Subject): boolean {
  const known = new Map<string, unknown>(Object.entries(event));
  return Object.entries(body).every(
    ([key, subject]) => !subjectKeys.has(key) || known.get(key) === subject,
  );
}
