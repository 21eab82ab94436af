import type { ActionPolicy } from "../../evaluation/policy/policy.ts";
import { worthJudge } from "../../evaluation/policy/worth-judge.ts";
import type { Trace } from "../../folds/trace.ts";
import { type RunSettings, type Stage, stages, type Tier } from "../../log/types.ts";

export interface Expected {
  /** P(right) of the answer as it is. */
  now: number;
  /** P(right) if the large model does that stage, or all of them (null); null if unknown. */
  by(stage: Stage | null): number | null;
}

/**
 * Null if the policy does not cover such a run, or embeds the question: no encoder is loaded for a
 * figure.
 */
export async function expectedOf(policy: ActionPolicy, trace: Trace): Promise<Expected | null> {
  const base = policy.actions.find(({ id }) => id === policy.base)?.settings;
  const { start } = trace;
  if (base === undefined || start === null || policy.models.heads !== null) return null;
  if (start.settings.method !== base.method || !isAllSmall(start.settings, trace)) return null;
  const judge = worthJudge(policy, { embedder: none, encoder: "", price: null });
  const { signal } = new AbortController();
  // It rejects other models than the policy's.
  const told = await judge.judge({ trace, pointUsd: 1 }, signal).catch(() => null);
  const now = told?.ways.find(({ id }) => id === policy.base)?.expected;
  if (told === null || told.learnt === null || now === undefined) return null;
  return {
    now,
    by: (stage) => told.ways.find((way) => isBy(way.stages, stage))?.expected ?? null,
  };
}

const none = { embed: () => Promise.resolve([]) };

function isAllSmall(settings: RunSettings, { stageTiers }: Trace): boolean {
  return (
    settings.plan !== "off" &&
    stages.every((stage) => settings[stage] !== "large" && stageTiers[stage] !== "large")
  );
}

function isBy(tiers: Record<Stage, Tier>, stage: Stage | null): boolean {
  return stages.every(
    (one) => tiers[one] === (stage === null || one === stage ? "large" : "small"),
  );
}
