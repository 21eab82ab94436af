import { shapeOf } from "../folds/trace.ts";
import type { RunEvent } from "../log/events.ts";
import type { RunSettings, Stage, Tier } from "../log/types.ts";
import { shapeByPlan } from "../runtime/method.ts";
import type { Resume } from "../runtime/replay.ts";
import { canResumeMidway, type RunForm } from "../runtime/resumable.ts";
import { findMethodInfo } from "./presets.ts";

/** A null `answer` marks the step as wrong; `break` is where the run broke off. */
export type RetryPoint =
  | { kind: "node"; node: string }
  | { kind: "correct"; node: string; answer: string | null }
  | { kind: "stage"; stage: "plan" | "summarise" }
  | { kind: "break" };

export interface Cut extends Pick<Resume, "beforeSeq" | "node" | "correction"> {
  stage: Stage;
}

/**
 * Null if nothing can be redone there. With another method, or a chain on one side only, the run
 * starts over.
 */
export function cutAt(
  events: readonly RunEvent[],
  point: RetryPoint,
  next: RunSettings | null = null,
): Cut | null {
  const before = formOf(events);
  if (before === null || isSuperseded(events, point)) return null;
  const form = next === null ? before : formBy(next);
  const isAlike = canResumeMidway(before, form);
  const isChain = before.shape === "chain";
  const isKnown = isChain || findMethodInfo(before.method) !== null;
  const middle = isAlike && isKnown ? middleAt(events, point, isChain) : null;
  if (middle !== null || (isAlike && isChain)) return middle;
  // A fresh run would ignore the correction.
  if (point.kind === "correct") return null;
  if (point.kind === "break" && sinceCorrection(events).some(isAnswer)) return null;
  return { beforeSeq: 1, node: null, stage: answeringStage(form) };
}

/** `tier` does only one step; for more see `doneBy`. */
export function resumeAt(events: readonly RunEvent[], cut: Cut, tier: Tier | null): Resume {
  const { stage: _whose, ...where } = cut;
  return { events, ...where, ...(cut.node === null || tier === null ? {} : { nodeTier: tier }) };
}

/** Without a chain one worker answers the question (`summarise`) and its parts (`solve`). */
export function doneBy(
  settings: RunSettings,
  { stage }: Pick<Cut, "stage">,
  tier: Tier,
): RunSettings {
  const answers = settings.plan === "off" && stage === "summarise";
  return answers ? { ...settings, solve: tier, summarise: tier } : { ...settings, [stage]: tier };
}

/**
 * A chain resumes anywhere. Other runs are replayed up to a step: before it, or before its outcome
 * for a correction.
 */
function middleAt(events: readonly RunEvent[], point: RetryPoint, isChain: boolean): Cut | null {
  switch (point.kind) {
    case "node":
      return isChain || point.node !== rootOf(events) ? nodeCut(events, point.node) : null;
    case "correct":
      return isChain ? correctionCut(events, point) : wordCut(events, point);
    case "stage":
      return isChain ? stageCut(events, point.stage) : null;
    case "break":
      return isChain ? breakCut(events) : null;
  }
}

function isSuperseded(events: readonly RunEvent[], point: RetryPoint): boolean {
  if (point.kind !== "node" && point.kind !== "correct") return false;
  return events.some(
    (event) =>
      event.type === "branch-start" &&
      event.left !== undefined &&
      event.nodes.some(({ id }) => id === point.node),
  );
}

function rootOf(events: readonly RunEvent[]): string | null {
  const first = events.find(({ type }) => type === "branch-start");
  return first?.type === "branch-start" ? (first.nodes[0]?.id ?? null) : null;
}

/** Outcomes of steps that ask for an answer. */
const answeredResolutions: ReadonlySet<string> = new Set([
  "known",
  "answered",
  "combined",
  "unknown",
]);

/** The question's own answer is no step, unless more was asked after it. */
function wordCut(
  events: readonly RunEvent[],
  { node, answer }: Extract<RetryPoint, { kind: "correct" }>,
): Cut | null {
  const settled = events.findLastIndex(
    (event) =>
      (event.type === "user-correction" && event.node === node) ||
      (event.type === "verdict" && event.node === node && answeredResolutions.has(event.verdict)),
  );
  const event = events[settled];
  if (event === undefined) return null;
  const goesOn = events.slice(settled).some(({ type }) => type === "node-start");
  if (node === rootOf(events) && !goesOn) return null;
  const beforeSeq = event.type === "user-correction" ? takenUpAt(events, settled) : event.seq;
  return { beforeSeq, node, stage: "solve", correction: { answer } };
}

/** A correction follows its `run-resume`, after the superseded events. */
function takenUpAt(events: readonly RunEvent[], seq: number): number {
  const taken = events[seq - 1];
  return taken?.type === "run-resume" ? taken.seq - (taken.left ?? 0) : seq;
}

function formOf(events: readonly RunEvent[]): RunForm | null {
  const event = events.findLast(({ type }) => type === "run-start" || type === "run-resume");
  if (event === undefined || !("settings" in event)) return null;
  return { method: event.settings.method, shape: shapeOf(event) };
}

function formBy(settings: RunSettings): RunForm {
  const { method } = settings;
  return { method, shape: findMethodInfo(method)?.shape(settings) ?? shapeByPlan(settings) };
}

function answeringStage({ method, shape }: RunForm): Stage {
  if (shape === "chain") return "plan";
  return findMethodInfo(method)?.kind === "baseline" ? "solve" : "summarise";
}

function nodeCut(events: readonly RunEvent[], node: string): Cut | null {
  const event = events.find((one) => one.type === "node-start" && one.node === node);
  return event === undefined ? null : { beforeSeq: event.seq, node, stage: "solve" };
}

/** Later steps stay in the log, unused. An unfinished step is dropped. */
function correctionCut(
  events: readonly RunEvent[],
  { node, answer }: Extract<RetryPoint, { kind: "correct" }>,
): Cut | null {
  const known = events.some(
    (event) => event.type === "branch-start" && event.nodes.some(({ id }) => id === node),
  );
  const end = breakCut(events)?.beforeSeq ?? events.findLast(({ type }) => type === "run-end")?.seq;
  if (!known) return null;
  return { beforeSeq: end ?? events.length, node, stage: "solve", correction: { answer } };
}

/** After a correction the run was summarised again. */
function sinceCorrection(events: readonly RunEvent[]): readonly RunEvent[] {
  return events.slice(events.findLastIndex(({ type }) => type === "user-correction") + 1);
}

function isAnswer({ type }: RunEvent): boolean {
  return type === "answer";
}

/** A stage's Decision belongs to it. */
function stageCut(events: readonly RunEvent[], stage: "plan" | "summarise"): Cut | null {
  const last = stage === "summarise" ? sinceCorrection(events) : events;
  const event = last.find(
    (one) =>
      (one.type === "stage-start" && one.stage === stage) ||
      (one.type === "call-start" && one.stage === stage && one.purpose === "decide"),
  );
  return event === undefined ? null : { beforeSeq: event.seq, node: null, stage };
}

const nextStage: Record<Stage, Stage> = {
  plan: "solve",
  solve: "summarise",
  summarise: "summarise",
};

function breakCut(events: readonly RunEvent[]): Cut | null {
  if (sinceCorrection(events).some(isAnswer)) return null;
  for (const event of events.toReversed()) {
    const { seq } = event;
    switch (event.type) {
      case "node-start":
        return nodeCut(events, event.node);
      case "stage-end":
        return { beforeSeq: seq + 1, node: null, stage: nextStage[event.stage] };
      case "stage-start":
        if (event.stage === "solve") return { beforeSeq: seq, node: null, stage: "solve" };
        return stageCut(events, event.stage);
      case "call-start":
        if (event.purpose !== "decide") break;
        return { beforeSeq: seq, node: null, stage: event.stage };
      case "user-correction":
        return { beforeSeq: seq + 1, node: null, stage: "solve" };
      case "run-start":
        return { beforeSeq: seq + 1, node: null, stage: "plan" };
    }
  }
  return null;
}
