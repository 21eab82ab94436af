/** The most promising ways come first. */
import type { Stage } from "../log/types.ts";
import { type AnswerState, answerStateOf, type NeededStep, neededSteps } from "./answer-state.ts";
import { decidingReading } from "./deciding-reading.ts";
import { standingOf } from "./standing.ts";
import type { Trace, TraceNode } from "./trace.ts";
import type { Features } from "./verifier/features.ts";

export type WayOn =
  | { kind: "elsewhere" }
  | { kind: "document" }
  /** Use a method that continues from its findings. */
  | { kind: "step-by-step" }
  /** Null for all stages. */
  | { kind: "large"; stage: Stage | null }
  | { kind: "step"; step: NeededStep };

const unsureBelow = 0.5;

/** Empty if nothing is needed. Without an estimate `features` and `sure` are null. */
export function waysOn(trace: Trace, features: Features | null, sure: number | null): WayOn[] {
  const state = answerStateOf(trace);
  if (state === null) return [];
  if (state.kind === "not-in-library") return [...sources, ...large(trace, null)];
  if (state.kind === "partly-found") return waysOfPart(trace, state, features);
  return standingOf(state, sure) === "doubtful" ? waysOfDoubt(trace, features) : [];
}

const sources: readonly WayOn[] = [{ kind: "elsewhere" }, { kind: "document" }];

type Partly = Extract<AnswerState, { kind: "partly-found" }>;

function waysOfPart(trace: Trace, state: Partly, features: Features | null): WayOn[] {
  const wentOnce = state.part !== null && state.missing.length === 0;
  if (wentOnce) return [{ kind: "step-by-step" }, ...sources, ...large(trace, null)];
  const steps = neededSteps(trace);
  const strayed = waysBack(trace, steps);
  if (strayed !== null) return strayed;
  const missing = steps.filter(({ found }) => !found);
  // The source lacks the subject: another model would not find it either.
  if (missing.length > 0 && misses(features)) return [...sources, ...large(trace, "plan")];
  if (missing.length > 0) {
    return [...large(trace, "plan"), ...toCorrect(missing[0]), ...sources];
  }
  return [...large(trace, "summarise"), ...toCorrect(weakest(trace, steps)), ...sources];
}

function waysOfDoubt(trace: Trace, features: Features | null): WayOn[] {
  const steps = neededSteps(trace);
  const strayed = waysBack(trace, steps);
  if (strayed !== null) return strayed;
  const weak = toCorrect(weakest(trace, steps));
  if (misses(features)) return [...sources, ...large(trace, "plan"), ...weak];
  // Without a plan there are no single stages.
  const planned = trace.start?.settings.plan === "off" ? [] : large(trace, "plan");
  return isUnsure(features)
    ? [...large(trace, "summarise"), ...weak, ...planned, ...sources]
    : [...large(trace, "plan"), ...weak, ...sources];
}

/** Null if the chain did not drift. */
function waysBack(trace: Trace, steps: readonly NeededStep[]): WayOn[] | null {
  const strayed = steps.find(({ strays }) => strays);
  if (strayed === undefined) return null;
  return [...large(trace, "plan"), ...toCorrect(strayed), ...sources];
}

/** True if a name of the question is in no passage read, or without features. */
function misses(features: Features | null): boolean {
  return features === null || (features.namesFound !== null && features.namesFound < 1);
}

function isUnsure(features: Features | null): boolean {
  if (features === null) return false;
  const { confidenceLeast, readersAgree, checkAgrees } = features;
  return (confidenceLeast ?? 1) < unsureBelow || (readersAgree ?? 1) < 1 || checkAgrees === 0;
}

/** Empty if the large model already did it. */
function large({ start, stageTiers }: Trace, stage: Stage | null): WayOn[] {
  const settings = start?.settings;
  if (settings === undefined) return [];
  const byLarge = (one: Stage) => settings[one] === "large" || stageTiers[one] === "large";
  if (stage !== null && settings.plan !== "off") {
    return byLarge(stage) ? [] : [{ kind: "large", stage }];
  }
  const isAll = byLarge("solve") && byLarge("summarise");
  return isAll && (settings.plan === "off" || byLarge("plan"))
    ? []
    : [{ kind: "large", stage: null }];
}

function toCorrect(step: NeededStep | null | undefined): WayOn[] {
  return step == null ? [] : [{ kind: "step", step }];
}

function weakest(trace: Trace, steps: readonly NeededStep[]): NeededStep | null {
  const rated = steps.flatMap((step) => {
    const sure = readSurely(trace.nodes.get(step.node));
    return sure === null ? [] : [{ step, sure }];
  });
  const [first] = rated.sort((a, b) => a.sure - b.sure);
  return first?.step ?? null;
}

function readSurely(node: TraceNode | undefined): number | null {
  const read = node === undefined ? null : decidingReading(node);
  return read === null ? null : Math.min(read.confidence, read.relevance);
}
