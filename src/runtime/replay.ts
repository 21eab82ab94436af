/**
 * A run resumes by executing its method over its kept log; a new run's log holds only `run-start`.
 * The log answers event by event; once it ends, real calls follow, so nothing is paid twice.
 * `session/retry-point.ts` decides where to cut. Steps built on an old answer are superseded
 * (`folds/superseded.ts`), their cost stays (`dropped`). A chain reads its position from the fold
 * alone and takes its log whole (`takeRest`), since a log outlives the code that wrote it; other
 * methods end with `run-not-repeatable` if the log took another path. Calls match by position, not
 * content: a repeated step is asked again, even in the same words.
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
  /** From this event on everything is done again. */
  beforeSeq: number;
  /** The step to resume from; null for a stage, or where the run broke off. */
  node: string | null;
  /** The node's model, if it differs from the settings. */
  nodeTier?: Tier | undefined;
  /** Null marks the node's answer as wrong. */
  correction?: { answer: string | null } | undefined;
  /** A cap was reached, so the small model continues. */
  cause?: "cap" | undefined;
}

export type ResumeContext = Pick<
  RunEventOf<"run-resume">,
  "settings" | "shape" | "small" | "large" | "library"
>;

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
 * A chain resumes anywhere, other runs at a step; else the run restarts and keeps what it has
 * spent.
 */
export function clampResumePoint(resume: Resume, next: RunForm): Resume {
  const { start, shape } = foldTrace(resume.events.slice(0, resume.beforeSeq));
  const isAlike = start !== null && canResumeMidway({ method: start.settings.method, shape }, next);
  const goesOn = isAlike && (next.shape === "chain" || resume.node !== null);
  return goesOn ? resume : { ...resume, beforeSeq: Math.min(resume.beforeSeq, 1), node: null };
}

/** Charges after the cut, and of calls that it interrupted; superseded steps report their own. */
function droppedCharges({ events, beforeSeq }: Resume, superseded: ReadonlySet<RunEvent>) {
  const before = collectCharges(events.slice(0, beforeSeq)).length;
  return collectCharges(events.filter((event) => !superseded.has(event))).slice(before);
}

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

  /** Null if the next event has another type. */
  next<T extends RunEvent["type"]>(type: T): RunEventOf<T> | null {
    const event = this.log[this.place];
    return event !== undefined && isOf(event, type) ? event : null;
  }

  /** Throws `run-not-repeatable`. */
  told(body: Subject): RunEvent {
    const event = this.next(body.type);
    if (event === null || !isAbout(event, body)) throw new AppError("run-not-repeatable");
    return event;
  }

  step(): void {
    this.place += 1;
  }

  /** Marks and superseded events are no steps of the method. */
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

const marks: ReadonlySet<RunEvent["type"]> = new Set([
  "run-start",
  "run-resume",
  "run-end",
  "user-correction",
]);

function isOf<T extends RunEvent["type"]>(event: RunEvent, type: T): event is RunEventOf<T> {
  return event.type === type;
}

type Subject = { type: RunEvent["type"] };

const subjectKeys: ReadonlySet<string> = new Set(["node", "call", "branch", "stage", "purpose"]);

/** Figures may differ. */
function isAbout(event: RunEvent, body: Subject): boolean {
  const known = new Map<string, unknown>(Object.entries(event));
  return Object.entries(body).every(
    ([key, subject]) => !subjectKeys.has(key) || known.get(key) === subject,
  );
}
