/**
 * The prompts and readings of a method with given settings. Derived from them: the list of prompts,
 * the notes on idle settings, and what needs a large model or the encoder's heads.
 */
import type { RunSettings, Tier, TierChoice } from "../log/types.ts";
import { type ControlPath, type Place, readControl } from "./controls.ts";
import type { Prompts } from "./prompts.ts";

/** The function of `Prompts` that builds it; `decide` builds two. */
export type PromptName =
  | Exclude<keyof Prompts, "decide" | "composeAnswer" | "composeUnknown">
  | "decide-plan"
  | "decide-summarise";

/** The problems that stages report about their settings, and whether they stop a run. */
export const stageProblems = {
  /**
   * Only a language model takes several passages in one prompt; the encoder reads one at a time.
   */
  "batch-by-encoder": "error",
  /** Nothing is retrieved and nothing is split, so no question can be answered. */
  "no-way-to-answer": "error",
  /** The rewriter needs earlier steps or the passages of a hop, which exist only in a chain. */
  "rewriter-needs-chain": "note",
  /** D_th leaves no level for sub-questions. */
  "fallback-without-levels": "note",
} as const;
export type StageProblem = keyof typeof stageProblems;

export type Leaf =
  /** `by`: the tier, or the setting that chooses it. */
  | { asks: readonly PromptName[]; by: Place | Tier }
  | { reads: readonly ControlPath[] }
  /** `heads`: this setting gives something to the encoder's heads. */
  | { encodes: ControlPath; heads: boolean }
  | { says: StageProblem; of: ControlPath };
/** The setting that prevents it; null if it is done. */
type JudgedLeaf = Leaf & { because: Place | null };
export type Use = Leaf | { when: Place; holds: boolean; uses: readonly Use[] };
export type Uses = (settings: RunSettings) => readonly Use[];

/** A stage shared by methods, as one light object; its code is in `stages/`. */
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
/** Applies only if `holds`, which the setting at `place` decides. */
export const when = (place: Place, holds: boolean, ...uses: readonly Use[]): Use => ({
  when: place,
  holds,
  uses,
});

/** Every leaf, with the outermost setting that prevents it. */
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

/** The tier that does it; null if none does, as with the encoder. */
export function doerOf(settings: RunSettings, by: Place | Tier): TierChoice | null {
  const value = by === "small" || by === "large" ? by : readControl(settings, by);
  return value === "small" || value === "large" || value === "decide" ? value : null;
}
