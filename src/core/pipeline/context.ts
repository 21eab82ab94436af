/**
 * The running state of a run is the fold of its own log: every emitted event goes
 * through the trace, and every step reads only from there. Resuming is replaying.
 */
import { AppError } from "../errors.ts";
import type { RunEvent } from "../events.ts";
import { emptyTrace, type Trace, traceStep } from "../folds/trace.ts";
import type { ChatModel, PassageReading, Ports, StopSignal } from "../ports.ts";
import type { RunSettings, Tier } from "../types.ts";
import type { Prompts } from "./prompts.ts";

type Body<E> = E extends RunEvent ? Omit<E, "seq" | "atMs"> : never;
export type EventBody = Body<RunEvent>;

/** A step of the pipeline: yields events, returns its result. */
export type Steps<T> = AsyncGenerator<RunEvent, T, undefined>;

export class Context {
  readonly ports: Ports;
  readonly prompts: Prompts;
  readonly signal: StopSignal;
  readonly question: string;
  private readonly given: RunSettings;
  private state: Trace = emptyTrace;
  private nextSeq = 0;
  private resumedSeq = 0;
  /** What the encoder said of texts, by question: a passage may be ranked, judged and read. */
  private readonly readings = new Map<string, Map<string, PassageReading>>();
  private readonly startMs: number;

  constructor(init: {
    ports: Ports;
    settings: RunSettings;
    prompts: Prompts;
    signal: StopSignal;
    question: string;
    earlier: readonly RunEvent[];
  }) {
    this.ports = init.ports;
    this.given = init.settings;
    this.prompts = init.prompts;
    this.signal = init.signal;
    this.question = init.question;
    for (const event of init.earlier) this.replay(event);
    this.startMs = init.ports.clock.nowMs() - this.state.lastMs;
  }

  get trace(): Trace {
    return this.state;
  }

  /** What the run goes by; while a step is done that another model was chosen for, with that one. */
  get settings(): RunSettings {
    const { switched, nodes } = this.state;
    const now = switched !== null && nodes.get(switched.node)?.status === "running";
    return now ? { ...this.given, solve: switched.tier } : this.given;
  }

  /** Stamps an event, folds it into the state and hands it back to be yielded. */
  event(body: EventBody): RunEvent {
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

  private replay(event: RunEvent): void {
    this.state = traceStep(this.state, event);
    this.nextSeq = event.seq + 1;
    if (event.type === "run-resume") this.resumedSeq = event.seq;
  }
}
