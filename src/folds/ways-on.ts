/**
 * What the user can try after an answer that was not found or that the verifier doubts, most
 * promising first. Rules based on the run's state.
 */
import type { Stage } from "../log/types.ts";
import { type AnswerState, answerStateOf, type NeededStep, neededSteps } from "./answer-state.ts";
import { decidingReading } from "./deciding-reading.ts";
import { standingOf } from "./standing.ts";
import type { Trace, TraceNode } from "./trace.ts";
import type { Features } from "./verifier/features.ts";

export type WayOn =
  /** In another source than the one that was asked. */
  | { kind: "elsewhere" }
  | { kind: "document" }
  /** By a method that goes on from what it finds. */
  | { kind: "step-by-step" }
  /** The large model does the stage; null: all of them. */
  | { kind: "large"; stage: Stage | null }
  /** A person corrects this step. */
  | { kind: "step"; step: NeededStep };

/** Below it a reader was unsure of what it read. */
const unsureBelow = 0.5;

/** None for an answer that stands. `features` and `sure` are null where the verifier tells nothing. */
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
  // What it asks of is not there at all: no model finds it there.
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
  // Without a plan there are no stages to give away singly: once is enough.
  const planned = trace.start?.settings.plan === "off" ? [] : large(trace, "plan");
  return isUnsure(features)
    ? [...large(trace, "summarise"), ...weak, ...planned, ...sources]
    : [...large(trace, "plan"), ...weak, ...sources];
}

/** Where the chain left the question; null where it did not. */
function waysBack(trace: Trace, steps: readonly NeededStep[]): WayOn[] | null {
  const strayed = steps.find(({ strays }) => strays);
  if (strayed === undefined) return null;
  return [...large(trace, "plan"), ...toCorrect(strayed), ...sources];
}

/** Whether a name of the question stands in nothing that was read; where nobody knows, it may. */
function misses(features: Features | null): boolean {
  return features === null || (features.namesFound !== null && features.namesFound < 1);
}

function isUnsure(features: Features | null): boolean {
  if (features === null) return false;
  const { confidenceLeast, readersAgree, checkAgrees } = features;
  return (confidenceLeast ?? 1) < unsureBelow || (readersAgree ?? 1) < 1 || checkAgrees === 0;
}

/** Nothing where the large model did it already. Without a plan there are no stages to give away singly. */
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

/** The step whose reading was the least sure; null where no step was read. */
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
