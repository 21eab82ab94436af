/** No other code produces run logs. */

import { noWords } from "../language/language.ts";
import { AppError, toAppError } from "../log/errors.ts";
import { logVersion, type RunEvent } from "../log/events.ts";
import { checkQuestion, maxQuestionCharacters } from "../log/question.ts";
import { outOfBounds } from "../log/setting-bounds.ts";
import type { RunSettings } from "../log/types.ts";
import { aheadPorts } from "./ahead.ts";
import { checkedPorts } from "./checked-ports.ts";
import { Context } from "./context.ts";
import { boundsOf, ownSettingAt } from "./controls.ts";
import type { MethodInfo, MethodParts } from "./method.ts";
import type { Ports, StopSignal } from "./ports.ts";
import { clampResumePoint, type Resume, type ResumeContext, resumedLog } from "./replay.ts";
import { type Facts, factsOf, settingsErrors } from "./settings-validation.ts";
import { answered } from "./worth.ts";

export type Method = Pick<MethodInfo, "id" | "uses" | "shape" | "settings"> &
  Pick<MethodParts, "prompts" | "execute">;

export interface RunRequest {
  runId: string;
  question: string;
  settings: RunSettings;
  /** Events from `beforeSeq` on are done again. */
  resume?: Resume | undefined;
}

/** Ends with exactly one `run-end`. Never throws. */
export type Run = (
  request: RunRequest,
  ports: Ports,
  signal: StopSignal,
) => AsyncGenerator<RunEvent, void, undefined>;

export async function* runMethod(
  method: Method,
  request: RunRequest,
  given: Ports,
  signal: StopSignal,
): AsyncGenerator<RunEvent, void, undefined> {
  const { ports, ahead } = aheadPorts(checkedPorts(given));
  const settings = resolveReader(request.settings, ports);
  const log = beginningOf(method, { ...request, settings }, ports);
  const language = ports.language(ports.retriever.words ?? noWords);
  const context = new Context({
    ports,
    ahead: ports.retriever.onDevice === true ? ahead : null,
    settings,
    prompts: method.prompts({ small: ports.small.ref, large: ports.large?.ref ?? null }, language),
    language,
    signal,
    question: request.question.replace(/\s+/gu, " ").trim(),
    log,
  });
  yield* log;
  try {
    checkQuestion(request.question);
    refuseInvalid(request.settings, factsOf(method, ports));
    const lastSeq = log.at(-1)?.seq ?? -1;
    for await (const event of answered(method, context)) if (event.seq > lastSeq) yield event;
    yield context.event({ type: "run-end", outcome: "answered", error: null });
  } catch (thrown) {
    context.takeRest();
    const error = toAppError(thrown);
    const outcome = error.code === "stopped" || signal.aborted ? "stopped" : "failed";
    yield context.event({ type: "run-end", outcome, error: error.toData() });
  }
}

/** A new run's `run-start`, or the kept part of an earlier log. */
function beginningOf(method: Method, request: RunRequest, ports: Ports): RunEvent[] {
  const { runId, settings, resume } = request;
  const shape = method.shape(settings);
  const by: ResumeContext = {
    settings,
    shape,
    small: ports.small.ref,
    large: ports.large?.ref ?? null,
    library: ports.retriever.library,
  };
  const from = resume === undefined ? null : clampResumePoint(resume, { method: method.id, shape });
  if (from !== null && from.beforeSeq > 0) return resumedLog(runId, from, by);
  return [
    {
      type: "run-start",
      seq: 0,
      atMs: 0,
      version: logVersion,
      runId,
      startedAtEpochMs: ports.clock.epochMs(),
      question: request.question.slice(0, maxQuestionCharacters),
      ...by,
      continues: null,
    },
  ];
}

/** Without heads, the language model reads, ranks and judges. */
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

/** Throws `remote-not-configured`, which the UI handles separately, or `settings-illegal`. */
function refuseInvalid(settings: RunSettings, facts: Facts): void {
  refuseUnbounded(settings, facts);
  const [first] = settingsErrors(settings, facts);
  if (first === undefined) return;
  if (first.code === "large-missing") throw new AppError("remote-not-configured");
  const { code: reason, control, tool } = first;
  throw new AppError("settings-illegal", { reason, control, tool });
}

/** A file's settings may hold any number; 10⁹ rounds would never end. */
function refuseUnbounded(settings: RunSettings, { own = {} }: Facts): void {
  const [outside] = outOfBounds(settings, boundsOf(own));
  if (outside === undefined) return;
  const { path: control, value, bounds } = outside;
  const { min, max } = bounds;
  const label = ownSettingAt(control, own)?.label;
  const named = label === undefined ? {} : { label };
  const reason = "out-of-bounds";
  throw new AppError("settings-illegal", { reason, control, value, min, max, ...named });
}
