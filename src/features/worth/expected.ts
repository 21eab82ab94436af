/** The expected gain of redoing more of a finished run with the large model. */
import { worthJudge } from "../../evaluation/policy/judge.ts";
import type { ActionPolicy } from "../../evaluation/policy/policy.ts";
import type { Trace } from "../../folds/trace.ts";
import { type RunSettings, type Stage, stages, type Tier } from "../../log/types.ts";

export interface Expected {
  /** P(right) of the answer as it is. */
  now: number;
  /** P(right) if the large model does that stage alone, or all of them (null); null: unknown. */
  by(stage: Stage | null): number | null;
}

/**
 * Null if the policy does not cover such a run: another method or small model, or some stages
 * already large. Also null for a policy that embeds the question: the encoder is not loaded for a
 * figure beside a button.
 */
export async function expectedOf(policy: ActionPolicy, trace: Trace): Promise<Expected | null> {
  const base = policy.actions.find(({ id }) => id === policy.base)?.settings;
  const { start } = trace;
  if (base === undefined || start === null || policy.models.heads !== null) return null;
  if (start.settings.method !== base.method || !isAllSmall(start.settings, trace)) return null;
  const judge = worthJudge(policy, { embedder: none, encoder: "", price: null });
  const { signal } = new AbortController();
  // Rejects when other models answered than those the policy was learnt with.
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
