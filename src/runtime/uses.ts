/**
 * The list of prompts, the notes on idle settings, and the need for a large model or heads follow
 * from these.
 */
import type { RunSettings, Tier, TierChoice } from "../log/types.ts";
import { type ControlPath, type Place, readControl } from "./controls.ts";
import type { Prompts } from "./prompts.ts";

/** The function of `Prompts`; `decide` builds two. */
export type PromptName =
  | Exclude<keyof Prompts, "decide" | "composeAnswer" | "composeUnknown">
  | "decide-plan"
  | "decide-summarise";

/** Errors stop a run, notes do not. */
export const stageProblems = {
  /** The encoder reads one passage at a time. */
  "batch-by-encoder": "error",
  /** Nothing is retrieved and nothing is split. */
  "no-way-to-answer": "error",
  /** Earlier steps and hops exist only in a chain. */
  "rewriter-needs-chain": "note",
  /** D_th leaves no level for sub-questions. */
  "fallback-without-levels": "note",
} as const;
export type StageProblem = keyof typeof stageProblems;

export type Leaf =
  /** A tier, or the setting that chooses it. */
  | { asks: readonly PromptName[]; by: Place | Tier }
  | { reads: readonly ControlPath[] }
  /** `heads`: the setting gives the encoder's heads something to do. */
  | { encodes: ControlPath; heads: boolean }
  | { says: StageProblem; of: ControlPath };
/** `because` is the setting that prevents it; null if none does. */
type JudgedLeaf = Leaf & { because: Place | null };
export type Use = Leaf | { when: Place; holds: boolean; uses: readonly Use[] };
export type Uses = (settings: RunSettings) => readonly Use[];

/** Its code is in `stages/`. */
export interface StageInfo {
  id: string;
  uses: Uses;
}

export const asks = (by: Place | Tier, ...names: readonly PromptName[]): Use => ({
  asks: names,
  by,
});
export const reads = (...paths: readonly ControlPath[]): Use => ({ reads: paths });
export const encodes = (path: ControlPath, heads: boolean): Use => ({ encodes: path, heads });
export const says = (code: StageProblem, of: ControlPath): Use => ({ says: code, of });
/** The setting at `place` decides `holds`. */
export const when = (place: Place, holds: boolean, ...uses: readonly Use[]): Use => ({
  when: place,
  holds,
  uses,
});

/** Each leaf has the outermost setting that prevents it. */
export function judged(uses: readonly Use[], because: Place | null = null): JudgedLeaf[] {
  return uses.flatMap((use) =>
    "when" in use
      ? judged(use.uses, because ?? (use.holds ? null : use.when))
      : [{ ...use, because }],
  );
}

export function activeUses(uses: readonly Use[]): Leaf[] {
  return judged(uses).filter(({ because }) => because === null);
}

/** Null if no tier does it, as with the encoder. */
export function doerOf(settings: RunSettings, by: Place | Tier): TierChoice | null {
  const value = by === "small" || by === "large" ? by : readControl(settings, by);
  return value === "small" || value === "large" || value === "decide" ? value : null;
}
