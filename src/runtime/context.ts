/**
 * A run's state is the fold of its own log: steps read only from there. A resumed run replays its
 * log first (`replay.ts`).
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

/** Yields events, returns its result. */
export type Steps<T> = AsyncGenerator<RunEvent, T, undefined>;

interface ContextInit {
  ports: Ports;
  /** For steps that are tried ahead; null if none may be. */
  ahead?: (() => Ports) | null;
  settings: RunSettings;
  prompts: Prompts;
  language: Language;
  signal: StopSignal;
  question: string;
  /** Holds `run-start`, or an earlier run's kept events. */
  log: readonly RunEvent[];
}

export class Context {
  readonly ports: Ports;
  readonly prompts: Prompts;
  readonly language: Language;
  readonly signal: StopSignal;
  readonly question: string;
  /** Asked before anything is sent. */
  readonly privacy: PrivacyGate;
  private readonly init: ContextInit;
  private readonly given: RunSettings;
  private state: Trace = emptyTrace;
  private readonly replay: Replay;
  private nextSeq = 0;
  private resumedSeq = 0;
  /** Keyed by question, then text, since a passage may be ranked, judged and read. */
  private readonly readings = new Map<string, Map<string, PassageReading>>();
  private readonly startMs: number;

  constructor(init: ContextInit) {
    this.init = init;
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

  /** While a step runs with another model, `solve` is that model. */
  get settings(): RunSettings {
    const { switched, nodes, start, first } = this.state;
    const now = switched !== null && nodes.get(switched.node)?.status === "running";
    // A replay uses its log's settings; a restarted run its new ones.
    const own = this.isReplaying || first !== null ? (start?.settings ?? this.given) : this.given;
    return now ? { ...own, solve: switched.tier } : own;
  }

  get isReplaying(): boolean {
    return !this.replay.isOver;
  }

  /** Folds the rest of the log, for methods that need only the fold. */
  takeRest(): void {
    for (const event of this.replay.rest()) this.fold(event);
  }

  /** The next event of a replayed log; null if it has another type. */
  recorded<T extends RunEvent["type"]>(type: T): RunEventOf<T> | null {
    return this.replay.next(type);
  }

  /** Folds a logged event like a new one. */
  pass<E extends RunEvent>(event: E): E {
    this.fold(event);
    this.replay.step();
    this.passMarks();
    return event;
  }

  /**
   * Stamps and folds an event. A replay returns the logged one; throws `run-not-repeatable` if the
   * log differs.
   */
  event<B extends EventBody>(body: B): EventOf<B>;
  event(body: EventBody): RunEvent {
    if (this.isReplaying) return this.pass(this.replay.told(body));
    const event: RunEvent = { ...body, seq: this.nextSeq, atMs: this.elapsedMs() };
    this.fold(event);
    return event;
  }

  /** A replay does not ask the port. Throws AppError. */
  async eventOf<B extends EventBody & { node: string | null }>(
    about: Pick<B, "type" | "node">,
    ask: () => Promise<B>,
  ): Promise<EventOf<B>>;
  async eventOf(about: { type: RunEvent["type"] }, ask: () => Promise<EventBody>) {
    return this.isReplaying ? this.pass(this.replay.told(about)) : this.event(await ask());
  }

  *parseFailure(
    call: string,
    expected: RunEventOf<"parse-failure">["expected"],
    { resolution, detail }: { resolution: "clean" | "repaired" | "fell-back"; detail: string },
  ): Generator<RunEventOf<"parse-failure">> {
    if (this.isReplaying) {
      // An older version may have parsed differently: trust the log.
      const told = this.recorded("parse-failure");
      if (told?.call === call) yield this.pass(told);
      return;
    }
    if (resolution === "clean") return;
    yield this.event({ type: "parse-failure", call, expected, resolution, detail });
  }

  /** The threshold is the gate's unless `found` has one. */
  verdict(node: string, verdict: Verdict, found: Partial<Finding> = {}): RunEventOf<"verdict"> {
    const unfound = { span: "", confidence: null, passageId: null, duplicateOf: null };
    const { threshold } = this.settings.gate;
    return this.event({ type: "verdict", node, verdict, threshold, ...unfound, ...found });
  }

  elapsedMs(): number {
    return Math.max(this.state.lastMs, this.ports.clock.nowMs() - this.startMs);
  }

  /** Counts on from the log, so ids of resumed runs stay unique. */
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

  /** Readings by text; callers add to the map. */
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

  /** Counts from the start or the last resumption, since a person may have fixed the service. */
  failuresOf(toolId: string): number {
    const failures = [...this.state.nodes.values()].flatMap((node) => node.toolFailures);
    return failures.filter(({ tool, seq }) => tool.id === toolId && seq >= this.resumedSeq).length;
  }

  /** A copy at this point for a step that is tried ahead; its events are in no log. */
  fork(): Context | null {
    const { ahead = null } = this.init;
    if (ahead === null || this.isReplaying) return null;
    const copy = new Context({ ...this.init, ports: ahead(), ahead: null, log: [] });
    copy.state = this.state;
    copy.nextSeq = this.nextSeq;
    return copy;
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
