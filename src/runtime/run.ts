/** Runs one question by its method; the only producer of run logs. */

import { collectCharges } from "../folds/ledger.ts";
import { leftBehind } from "../folds/superseded.ts";
import { foldTrace } from "../folds/trace.ts";
import { AppError, toAppError } from "../log/errors.ts";
import { logVersion, type RunEvent } from "../log/events.ts";
import { checkQuestion, maxQuestionCharacters } from "../log/question.ts";
import { outOfBounds } from "../log/setting-bounds.ts";
import type { RunSettings, RunShape, Tier } from "../log/types.ts";
import { checkedPorts } from "./checked-ports.ts";
import { Context, type EventBody } from "./context.ts";
import { boundsOf, ownSettingAt } from "./controls.ts";
import type { MethodInfo, MethodParts } from "./method.ts";
import type { Ports, StopSignal } from "./ports.ts";
import { type Facts, factsOf, illegal } from "./settings-validation.ts";

/** A method with what it takes to run it. */
export type Method = Pick<MethodInfo, "id" | "kind" | "shape" | "settings"> &
  Pick<MethodParts, "prompts" | "execute">;

export interface Resume {
  events: readonly RunEvent[];
  beforeSeq: number;
  node: string | null;
  /** The model that does this node, where it is another than the settings say. */
  nodeTier?: Tier | undefined;
  /** A person's word on this node: their answer, or null where its own is wrong. */
  correction?: { answer: string | null } | undefined;
  /** A spending cap was met, and the small model goes on. */
  cause?: "cap" | undefined;
}

export interface RunRequest {
  runId: string;
  question: string;
  settings: RunSettings;
  /** Continue an earlier log: its events before `beforeSeq` are kept, the rest is done anew. */
  resume?: Resume | undefined;
}

/** Yields every event once, in order, ending with exactly one `run-end`. Never throws. */
export type Run = (
  request: RunRequest,
  ports: Ports,
  signal: StopSignal,
) => AsyncGenerator<RunEvent, void, undefined>;

export async function* runMethod(
  method: Method,
  asked: RunRequest,
  given: Ports,
  signal: StopSignal,
): AsyncGenerator<RunEvent, void, undefined> {
  const ports = checkedPorts(given);
  const settings = resolveReader(asked.settings, ports);
  const request = { ...asked, settings, resume: resumeOf(method, asked) };
  const kept = request.resume?.events.slice(0, request.resume.beforeSeq) ?? [];
  const left = leftOf(request, kept);
  const earlier = [...kept, ...left.events].map((event) => renamed(event, request));
  const context = new Context({
    ports,
    settings,
    prompts: method.prompts(ports.small.ref),
    signal,
    question: request.question.replace(/\s+/gu, " ").trim(),
    earlier,
  });
  const log = [
    ...earlier,
    context.event(opening(request, method.shape(settings), ports, kept.length > 0, left)),
  ];
  const said = correctionOf(context, request);
  if (said !== null) log.push(context.event(said));
  yield* log;
  try {
    checkQuestion(request.question);
    refuseIllegal(asked.settings, factsOf(method, ports));
    const told = log.at(-1)?.seq ?? -1;
    if (isRetraced(request)) context.retrace(log);
    for await (const event of method.execute(context)) if (event.seq > told) yield event;
    yield context.event({ type: "run-end", outcome: "answered", error: null });
  } catch (thrown) {
    context.endRetrace();
    const error = toAppError(thrown);
    const outcome = error.code === "stopped" || signal.aborted ? "stopped" : "failed";
    yield context.event({ type: "run-end", outcome, error: error.toData() });
  }
}

/** An encoder without heads neither reads, ranks nor judges: the language model then does it all. */
function resolveReader(settings: RunSettings, { reader }: Ports): RunSettings {
  if (reader !== null) return settings;
  const { gate, filter } = settings;
  return {
    ...settings,
    reader: "model",
    rerank: false,
    evidence: false,
    gate: { ...gate, judge: "model" },
    filter: { ...filter, by: filter.by === "encoder" ? "small" : filter.by },
  };
}

/** Throws before any call: `remote-not-configured`, which has its own way on, or `settings-illegal`. */
function refuseIllegal(settings: RunSettings, facts: Facts): void {
  refuseUnbounded(settings, facts);
  const [first] = illegal(settings, facts);
  if (first?.level !== "error") return;
  if (first.code === "large-missing") throw new AppError("remote-not-configured");
  const { code: reason, control, tool } = first;
  throw new AppError("settings-illegal", { reason, control, tool });
}

/** Settings of a file or of an opened log may hold any number: a run of 10⁹ rounds would never end. */
function refuseUnbounded(settings: RunSettings, { own = {} }: Facts): void {
  const [outside] = outOfBounds(settings, boundsOf(own));
  if (outside === undefined) return;
  const { path: control, value, bounds } = outside;
  const { min, max } = bounds;
  // A method's own setting is called as the method calls it.
  const label = ownSettingAt(control, own)?.label;
  const named = label === undefined ? {} : { label };
  const reason = "out-of-bounds";
  throw new AppError("settings-illegal", { reason, control, value, min, max, ...named });
}

/**
 * A chain is gone on with at any point, any other run at one of its steps, where its method
 * is the same; else it begins anew and keeps what it has spent.
 */
function resumeOf({ id }: Method, { resume, settings }: RunRequest): RunRequest["resume"] {
  if (resume === undefined) return undefined;
  const before = foldTrace(resume.events.slice(0, resume.beforeSeq)).start?.settings;
  const walksAlike = (settings.plan === "off") === (before?.plan === "off");
  const isChain = settings.plan !== "off";
  const goesOn = walksAlike && (isChain || (resume.node !== null && before?.method === id));
  return goesOn ? resume : { ...resume, beforeSeq: Math.min(resume.beforeSeq, 1), node: null };
}

/** Without a chain the place of a run is in its method's code, which is walked again up to there. */
function isRetraced({ settings, resume }: RunRequest): boolean {
  return settings.plan === "off" && resume !== undefined && resume.node !== null;
}

/** What a person says of the node that the run goes on from; null without a word. */
function correctionOf({ trace }: Context, { resume }: RunRequest): EventBody | null {
  if (resume?.correction === undefined || !trace.nodes.has(resume.node ?? "")) return null;
  // What it had answered may be among what is dropped.
  const node = foldTrace(resume.events).nodes.get(resume.node ?? "");
  if (node === undefined) return null;
  const { answer } = resume.correction;
  return { type: "user-correction", node: node.id, answer, replaced: node.answer };
}

/** A continued log is a new run: it keeps the earlier events under its own name. */
function renamed(event: RunEvent, request: RunRequest): RunEvent {
  if (event.type !== "run-start" || request.resume === undefined) return event;
  const continues = { runId: event.runId, beforeSeq: request.resume.beforeSeq };
  return { ...event, runId: request.runId, continues };
}

type Left = ReturnType<typeof leftBehind>;

/** The steps that are walked again stay in sight as they were; in a chain new branches see to that. */
function leftOf(request: RunRequest, kept: readonly RunEvent[]): Left {
  const { resume } = request;
  if (resume === undefined || !isRetraced(request)) return { events: [], from: new Set() };
  const cause = resume.correction === undefined ? "again" : "user";
  return leftBehind(kept, resume.events.slice(resume.beforeSeq), cause);
}

/** What was spent after the cut, and on calls that the cut broke in two; what is left tells its own. */
function droppedCharges({ resume }: RunRequest, { from }: Left) {
  if (resume === undefined) return [];
  const kept = collectCharges(resume.events.slice(0, resume.beforeSeq)).length;
  return collectCharges(resume.events.filter((event) => !from.has(event))).slice(kept);
}

function opening(
  request: RunRequest,
  shape: RunShape,
  ports: Ports,
  resumed: boolean,
  left: Left,
): EventBody {
  const models = { small: ports.small.ref, large: ports.large?.ref ?? null };
  if (resumed) {
    return {
      type: "run-resume",
      settings: request.settings,
      shape,
      ...models,
      library: ports.retriever.library,
      node: request.resume?.node ?? null,
      ...(request.resume?.nodeTier === undefined ? {} : { nodeTier: request.resume.nodeTier }),
      ...(request.resume?.cause === undefined ? {} : { cause: request.resume.cause }),
      ...(left.events.length === 0 ? {} : { left: left.events.length }),
      dropped: droppedCharges(request, left),
    };
  }
  return {
    type: "run-start",
    version: logVersion,
    runId: request.runId,
    startedAtEpochMs: ports.clock.epochMs(),
    question: request.question.slice(0, maxQuestionCharacters),
    settings: request.settings,
    shape,
    ...models,
    library: ports.retriever.library,
    continues: null,
  };
}
