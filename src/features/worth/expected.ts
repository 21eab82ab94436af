/** What giving more of a finished run to the large model is expected to bring. */
import { worthJudge } from "../../evaluation/policy/judge.ts";
import type { ActionPolicy } from "../../evaluation/policy/policy.ts";
import type { Trace } from "../../folds/trace.ts";
import { type RunSettings, type Stage, stages, type Tier } from "../../log/types.ts";

export interface Expected {
  /** P(right) of the answer as it is. */
  now: number;
  /** P(right) where that stage alone, or (null) all of them, are done by the large model; null: not told. */
  by(stage: Stage | null): number | null;
}

/**
 * Null where nothing was learnt of such a run: another method or small model, some of it by the large
 * one already. A policy that looks at the question itself tells nothing here: for a figure beside a
 * button the encoder is not loaded.
 */
export async function expectedOf(policy: ActionPolicy, trace: Trace): Promise<Expected | null> {
  const base = policy.actions.find(({ id }) => id === policy.base)?.settings;
  const { start } = trace;
  if (base === undefined || start === null || policy.models.heads !== null) return null;
  if (start.settings.method !== base.method || !isAllSmall(start.settings, trace)) return null;
  const judge = worthJudge(policy, { embedder: none, encoder: "", price: null });
  const { signal } = new AbortController();
  // Refused where others answered than those that it was learnt with.
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
