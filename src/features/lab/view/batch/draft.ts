/** A person's choices for a new batch, and what prevents its start. */

import type { Comparison } from "../../../../evaluation/analysis/comparisons.ts";
import type { QuestionRow } from "../../../../evaluation/questions/question.ts";
import type { Configuration, LabBatch } from "../../../../evaluation/types.ts";
import { capBounds } from "../../../../log/setting-bounds.ts";
import type { RunSettings } from "../../../../log/types.ts";
import type { ControlPath } from "../../../../runtime/controls.ts";
import type { Problem } from "../../../../runtime/settings-validation.ts";

export const budgetRange = capBounds;

export interface Source {
  name: string;
  questions: readonly QuestionRow[];
  /** Number of questions with their own paragraphs. */
  contextCount: number;
}

export interface Draft {
  text: string;
  /** "": the proposed one. */
  title: string;
  source: Source | null;
  /** Sample size, as typed; "": all. */
  limit: string;
  seed: string;
  /** Questions in parallel, as typed; "": automatic. */
  atOnce: string;
  library: LabBatch["library"];
  settings: RunSettings;
  comparison: Comparison;
  /** Ids of the chosen combinations, for `chosen`. */
  chosen: readonly string[];
  /** The base model to compare the chosen one with, by catalogue id, for `models`. */
  base: string | null;
  /** Ids of the chosen methods, for `methods`; null: those of the method's paper. */
  methods: readonly string[] | null;
  /** The number to sweep, for `sweep`; null: the method's first. */
  sweptPath: ControlPath | null;
  /** Its values as typed, separated by commas or spaces; "": the proposed ones. */
  sweptValues: string;
  /** Small models beside the batch's own, by catalogue id, for `small-models`. */
  smallModels: readonly string[];
  /** US dollars, as typed; "": no limit. */
  budget: string;
  /** As wished; only a batch of all combinations can. */
  untilSettled: boolean;
}

/** The first questions of a set: they run quickly and suffice for a first look. */
export const firstLook = "12";

/** The field holds no more: longer lists must be files. */
export const mostPasted = 1000;

export function emptyDraft(settings: RunSettings): Draft {
  return {
    text: "",
    title: "",
    source: null,
    limit: "",
    seed: "1",
    atOnce: "",
    library: "shared",
    settings,
    comparison: "eight",
    chosen: [],
    base: null,
    methods: null,
    sweptPath: null,
    sweptValues: "",
    smallModels: [],
    budget: "1",
    untilSettled: false,
  };
}

/** Uses the questions' own paragraphs if every question has some. */
export function takenFrom(source: Source | null): Pick<Draft, "source" | "library"> {
  const hasContext = source !== null && source.contextCount === source.questions.length;
  const own = hasContext && source.questions.length > 0;
  return { source, library: own ? "own-context" : "shared" };
}

/** Parses a number: null if empty, "bad" if invalid or out of range. */
export function typed(
  text: string,
  range: { min: number; max: number; whole: boolean },
): number | null | "bad" {
  const plain = text.trim();
  if (plain === "") return null;
  const value = /^(?:\d+(?:\.\d*)?|\.\d+)$/u.test(plain) ? Number(plain) : Number.NaN;
  const inside = value >= range.min && value <= range.max;
  return inside && (!range.whole || Number.isInteger(value)) ? value : "bad";
}

const limitRange = { min: 1, max: 1_000_000, whole: true };
const atOnceRange = { min: 1, max: 16, whole: true };
const seedRange = { min: 0, max: 2_147_483_647, whole: true };

export function limitOf({ limit }: Pick<Draft, "limit">): number | null | "bad" {
  return typed(limit, limitRange);
}

/** Null if any part is no number. */
export function typedNumbers(text: string): number[] | null {
  const words = text.split(/[\s,;]+/u).filter((word) => word !== "");
  const numbers = words.map((word) =>
    /^-?(?:\d+(?:\.\d*)?|\.\d+)$/u.test(word) ? Number(word) : null,
  );
  return numbers.every((value) => value !== null) ? numbers : null;
}

/** A sample needs a seed to be reproducible. */
export function seedOf({ seed }: Pick<Draft, "seed">): number | "bad" {
  return typed(seed, seedRange) ?? "bad";
}

export function atOnceOf({ atOnce }: Pick<Draft, "atOnce">): number | null | "bad" {
  return typed(atOnce, atOnceRange);
}

export function budgetOf({ budget }: Pick<Draft, "budget">): number | null | "bad" {
  return typed(budget, budgetRange);
}

export function askedCount(draft: Pick<Draft, "source" | "limit">): number {
  const there = draft.source?.questions.length ?? 0;
  const limit = limitOf(draft);
  return typeof limit === "number" ? Math.min(limit, there) : there;
}

export type Blocker =
  | { kind: "no-questions" }
  | { kind: "numbers" }
  | { kind: "no-configurations" }
  | { kind: "no-base-model" }
  | { kind: "no-context"; without: number }
  | { kind: "no-small-model" }
  | { kind: "large-missing" }
  | { kind: "budget-without-price" }
  | { kind: "settings"; problem: Problem };

export interface DraftFacts {
  configurations: readonly Configuration[];
  usesLarge: boolean;
  largeConfigured: boolean;
  /** Of every model that may run on a server. */
  priceKnown: boolean;
  smallModel: string | null;
  /** Whether a model on a server may be called, which may cost money. */
  asksServer: boolean;
  /** From all configurations, except for a missing large model. */
  problems: readonly Problem[];
}

export function blockersOf(draft: Draft, facts: DraftFacts): Blocker[] {
  return [
    ...questionBlockers(draft),
    ...configurationBlockers(draft, facts),
    ...modelBlockers(draft, facts),
  ];
}

function questionBlockers(draft: Draft): Blocker[] {
  const { source, library } = draft;
  if (source === null || askedCount(draft) === 0) return [{ kind: "no-questions" }];
  const numbers = [limitOf(draft), seedOf(draft), atOnceOf(draft)];
  if (numbers.includes("bad")) return [{ kind: "numbers" }];
  const without = source.questions.length - source.contextCount;
  return library === "own-context" && without > 0 ? [{ kind: "no-context", without }] : [];
}

function configurationBlockers(draft: Draft, { configurations, problems }: DraftFacts): Blocker[] {
  if (draft.comparison === "models" && draft.base === null) return [{ kind: "no-base-model" }];
  if (configurations.length === 0) return [{ kind: "no-configurations" }];
  return problems.map((problem) => ({ kind: "settings", problem }));
}

function modelBlockers(draft: Draft, facts: DraftFacts): Blocker[] {
  const blockers: Blocker[] = [];
  if (facts.smallModel === null) blockers.push({ kind: "no-small-model" });
  if (!facts.asksServer) return blockers;
  if (facts.usesLarge && !facts.largeConfigured) {
    return [...blockers, { kind: "large-missing" }];
  }
  const budget = budgetOf(draft);
  if (budget === "bad") blockers.push({ kind: "numbers" });
  else if (budget !== null && !facts.priceKnown) blockers.push({ kind: "budget-without-price" });
  return blockers;
}
