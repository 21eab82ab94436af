/**
 * The running state of a run is the fold of its own log: every emitted event goes through the
 * trace, and every step reads only from there. A run that goes on with an earlier one is walked
 * again from its log first (`replay.ts`).
 */

import { emptyTrace, type Trace, traceStep } from "../folds/trace.ts";
import type { Language } from "../language/language.ts";
import { AppError } from "../log/errors.ts";
import type { RunEvent, RunEventOf, Verdict } from "../log/events.ts";
import type { RunSettings, Tier } from "../log/types.ts";
import type { ChatModel, PassageReading, Ports, StopSignal } from "./ports.ts";
import { PrivacyGate } from "./privacy/privacy.ts";
import type { Prompts } from "./prompts.ts";
import { Replay } from "./replay.ts";

type Body<E> = E extends RunEvent ? Omit<E, "seq" | "atMs"> : never;
export type EventBody = Body<RunEvent>;
type EventOf<B extends EventBody> = Extract<RunEvent, { type: B["type"] }>;

type Finding = Omit<RunEventOf<"verdict">, "type" | "seq" | "atMs" | "node" | "verdict">;

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
  private readonly replay: Replay;
  private nextSeq = 0;
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
    /** What the run begins with: its `run-start`, or what is kept of an earlier run. */
    log: readonly RunEvent[];
  }) {
    this.ports = init.ports;
    this.given = init.settings;
    this.prompts = init.prompts;
    this.language = init.language;
    this.signal = init.signal;
    this.question = init.question;
    this.privacy = new PrivacyGate(init.settings.privacy ?? "everything", init.question);
    this.replay = new Replay(init.log);
    this.startMs = init.ports.clock.nowMs() - (init.log.at(-1)?.atMs ?? 0);
    this.passMarks();
  }

  get trace(): Trace {
    return this.state;
  }

  /** The run's settings; during a step that another model was chosen for, with that model. */
  get settings(): RunSettings {
    const { switched, nodes, start, first } = this.state;
    const now = switched !== null && nodes.get(switched.node)?.status === "running";
    // Replay uses the settings that the log was recorded with; a run that is begun anew has its own.
    const own = this.isReplaying || first !== null ? (start?.settings ?? this.given) : this.given;
    return now ? { ...own, solve: switched.tier } : own;
  }

  get isReplaying(): boolean {
    return !this.replay.isOver;
  }

  /**
   * Takes the rest of the log as it is, unwalked: all that a method needs of it is in the fold,
   * or it broke off on its way through it.
   */
  takeRest(): void {
    for (const event of this.replay.rest()) this.fold(event);
  }

  /** What the log tells next, where it is walked again and that is of this kind. */
  recorded<T extends RunEvent["type"]>(type: T): RunEventOf<T> | null {
    return this.replay.next(type);
  }

  /** Goes past what the log tells next, as when it was emitted. */
  pass<E extends RunEvent>(event: E): E {
    this.fold(event);
    this.replay.step();
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
    if (this.isReplaying) return this.pass(this.replay.told(body));
    const event: RunEvent = { ...body, seq: this.nextSeq, atMs: this.elapsedMs() };
    this.fold(event);
    return event;
  }

  /** What a port says of a step, as an event: asked only where the log does not tell it. Throws AppError. */
  async eventOf<B extends EventBody & { node: string | null }>(
    about: Pick<B, "type" | "node">,
    ask: () => Promise<B>,
  ): Promise<EventOf<B>>;
  async eventOf(about: { type: RunEvent["type"] }, ask: () => Promise<EventBody>) {
    return this.isReplaying ? this.pass(this.replay.told(about)) : this.event(await ask());
  }

  /** An output that was not in the form it was asked for; nothing where it was. */
  *parseFailure(
    call: string,
    expected: RunEventOf<"parse-failure">["expected"],
    { resolution, detail }: { resolution: "clean" | "repaired" | "fell-back"; detail: string },
  ): Generator<RunEventOf<"parse-failure">> {
    if (this.isReplaying) {
      // The log's own word: it may be of a version that read the same output otherwise.
      const told = this.recorded("parse-failure");
      if (told?.call === call) yield this.pass(told);
      return;
    }
    if (resolution === "clean") return;
    yield this.event({ type: "parse-failure", call, expected, resolution, detail });
  }

  /** What becomes of a node. The threshold is the gate's, unless the checker's is told. */
  verdict(node: string, verdict: Verdict, found: Partial<Finding> = {}): RunEventOf<"verdict"> {
    const unfound = { span: "", confidence: null, passageId: null, duplicateOf: null };
    const { threshold } = this.settings.gate;
    return this.event({ type: "verdict", node, verdict, threshold, ...unfound, ...found });
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

  private passMarks(): void {
    for (const event of this.replay.marks()) this.fold(event);
  }

  private fold(event: RunEvent): void {
    this.privacy.see(event);
    this.state = traceStep(this.state, event);
    this.nextSeq = event.seq + 1;
    if (event.type === "run-resume") this.resumedSeq = event.seq;
  }
}
