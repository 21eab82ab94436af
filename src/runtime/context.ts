/**
 * The running state of a run is the fold of its own log: every emitted event goes
 * through the trace, and every step reads only from there. Resuming is replaying: a chain
 * goes on from the fold; where a method keeps its place in its own code, the code is walked
 * again, and what it would emit or ask comes from the log (`retrace`) until that ends.
 */

import { leftPlaces } from "../folds/superseded.ts";
import { emptyTrace, type Trace, traceStep } from "../folds/trace.ts";
import type { Language } from "../language/language.ts";
import { AppError } from "../log/errors.ts";
import type { RunEvent } from "../log/events.ts";
import type { RunSettings, Tier } from "../log/types.ts";
import type { ChatModel, PassageReading, Ports, StopSignal } from "./ports.ts";
import { PrivacyGate } from "./privacy/privacy.ts";
import type { Prompts } from "./prompts.ts";

type Body<E> = E extends RunEvent ? Omit<E, "seq" | "atMs"> : never;
export type EventBody = Body<RunEvent>;
type EventOf<B extends EventBody> = Extract<RunEvent, { type: B["type"] }>;

/** A step of the pipeline: yields events, returns its result. */
export type Steps<T> = AsyncGenerator<RunEvent, T, undefined>;

export class Context {
  readonly ports: Ports;
  readonly prompts: Prompts;
  readonly language: Language;
  readonly signal: StopSignal;
  readonly question: string;
  /** Asked before anything is sent anywhere. */
  readonly privacy: PrivacyGate;
  private readonly given: RunSettings;
  private state: Trace = emptyTrace;
  private nextSeq = 0;
  /** What is still to be walked again of the log, and what of it has been. */
  private ahead: readonly RunEvent[] = [];
  private place = 0;
  private left: ReadonlySet<number> = new Set();
  private resumedSeq = 0;
  /** What the encoder said of texts, by question: a passage may be ranked, judged and read. */
  private readonly readings = new Map<string, Map<string, PassageReading>>();
  private readonly startMs: number;

  constructor(init: {
    ports: Ports;
    settings: RunSettings;
    prompts: Prompts;
    language: Language;
    signal: StopSignal;
    question: string;
    earlier: readonly RunEvent[];
  }) {
    this.ports = init.ports;
    this.given = init.settings;
    this.prompts = init.prompts;
    this.language = init.language;
    this.signal = init.signal;
    this.question = init.question;
    this.privacy = new PrivacyGate(init.settings.privacy ?? "everything", init.question);
    for (const event of init.earlier) this.replay(event);
    this.startMs = init.ports.clock.nowMs() - this.state.lastMs;
  }

  get trace(): Trace {
    return this.state;
  }

  /** What the run goes by; while a step is done that another model was chosen for, with that one. */
  get settings(): RunSettings {
    const { switched, nodes, start } = this.state;
    const now = switched !== null && nodes.get(switched.node)?.status === "running";
    // What is walked again is walked by what it went by.
    const own = this.isRetracing ? (start?.settings ?? this.given) : this.given;
    return now ? { ...own, solve: switched.tier } : own;
  }

  /** Walks the log again from its beginning: the method's code comes back to where it was. */
  retrace(log: readonly RunEvent[]): void {
    this.state = emptyTrace;
    this.ahead = log;
    this.place = 0;
    this.left = leftPlaces(log);
    this.passMarks();
  }

  /** Takes the rest of the log as it is: the method broke off on its way through it. */
  endRetrace(): void {
    while (this.isRetracing) {
      const next = this.ahead[this.place];
      if (next !== undefined) this.replay(next);
      this.place += 1;
    }
  }

  get isRetracing(): boolean {
    return this.place < this.ahead.length;
  }

  /** What the log tells next, where it is walked again and that is of this kind. */
  recorded<T extends RunEvent["type"]>(type: T): Extract<RunEvent, { type: T }> | null {
    const next = this.ahead[this.place];
    return next !== undefined && isOf(next, type) ? next : null;
  }

  /** Goes past what the log tells next, as when it was emitted. */
  pass<E extends RunEvent>(event: E): E {
    this.replay(event);
    this.place += 1;
    this.passMarks();
    return event;
  }

  /**
   * Stamps an event, folds it into the state and hands it back to be yielded. While the log
   * is walked again it is the log's own that comes back; throws `run-not-repeatable` where
   * that tells something else.
   */
  event<B extends EventBody>(body: B): EventOf<B>;
  event(body: EventBody): RunEvent {
    if (this.isRetracing) {
      const told = this.recorded(body.type);
      if (told === null || !isAboutTheSame(told, body)) throw new AppError("run-not-repeatable");
      return this.pass(told);
    }
    const event: RunEvent = { ...body, seq: this.nextSeq, atMs: this.elapsedMs() };
    this.replay(event);
    return event;
  }

  elapsedMs(): number {
    return Math.max(this.state.lastMs, this.ports.clock.nowMs() - this.startMs);
  }

  /** Ids count what the log already holds, so a resumed run goes on counting. */
  nextCallId(): string {
    return `call-${this.state.calls.size + 1}`;
  }

  nextBranchId(): string {
    return `branch-${this.state.branches.length + 1}`;
  }

  nodeIds(count: number): string[] {
    const first = this.state.nodes.size + 1;
    return Array.from({ length: count }, (_, index) => `node-${first + index}`);
  }

  /** Readings of this run for a question, by the text that was read. To be added to. */
  readingsOf(question: string): Map<string, PassageReading> {
    const known = this.readings.get(question) ?? new Map<string, PassageReading>();
    this.readings.set(question, known);
    return known;
  }

  model(tier: Tier): ChatModel {
    if (tier === "small") return this.ports.small;
    if (this.ports.large === null) throw new AppError("remote-not-configured");
    return this.ports.large;
  }

  /**
   * How often a service failed since the run began, or was taken up again: by then a person
   * may have seen to it.
   */
  failuresOf(toolId: string): number {
    const failures = [...this.state.nodes.values()].flatMap((node) => node.toolFailures);
    return failures.filter(({ tool, seq }) => tool.id === toolId && seq >= this.resumedSeq).length;
  }

  throwIfStopped(): void {
    if (this.signal.aborted) throw new AppError("stopped");
  }

  /**
   * Where the run was begun, broken off, taken up or corrected is no step of the method, and
   * what it left behind then none any more.
   */
  private passMarks(): void {
    for (let next = this.ahead[this.place]; next !== undefined; next = this.ahead[this.place]) {
      if (!marks.has(next.type) && !this.left.has(next.seq)) return;
      this.replay(next);
      this.place += 1;
    }
  }

  private replay(event: RunEvent): void {
    this.privacy.see(event);
    this.state = traceStep(this.state, event);
    this.nextSeq = event.seq + 1;
    if (event.type === "run-resume") this.resumedSeq = event.seq;
  }
}

const marks: ReadonlySet<RunEvent["type"]> = new Set([
  "run-start",
  "run-resume",
  "run-end",
  "user-correction",
]);

function isOf<T extends RunEvent["type"]>(
  event: RunEvent,
  type: T,
): event is Extract<RunEvent, { type: T }> {
  return event.type === type;
}

/** The step, call, branch or stage that an event is about: the rest may differ in its figures. */
function isAboutTheSame(told: RunEvent, body: EventBody): boolean {
  return (["node", "call", "branch", "stage", "purpose"] as const).every(
    (key) => subjectOf(told, key) === subjectOf(body, key),
  );
}

function subjectOf(event: RunEvent | EventBody, key: string): unknown {
  return Object.entries(event).find(([name]) => name === key)?.[1];
}
