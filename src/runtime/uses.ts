/**
 * What a method asks and reads by given settings. Its list of prompts, the notes on settings that do
 * nothing, what needs a large model and what needs the encoder's heads are derived from this.
 */
import type { RunSettings, Tier, TierChoice } from "../log/types.ts";
import { type ControlPath, type Place, readControl } from "./controls.ts";
import type { Prompts } from "./prompts.ts";

/** The function of `Prompts` that makes it; `decide` makes two. */
export type PromptName =
  | Exclude<keyof Prompts, "decide" | "composeAnswer" | "composeUnknown">
  | "decide-plan"
  | "decide-summarise";

/** What a stage says of its settings where it acts, and whether such a run is refused. */
export const stageProblems = {
  /** Several passages in one prompt are for a language model; the encoder reads one at a time. */
  "batch-by-encoder": "error",
  /** No passage counts and nothing is split: no question can be answered. */
  "no-way-to-answer": "error",
  /** The rewriter rests on earlier steps or the passages of a hop; without a chain there are none. */
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
/** `because`: the setting that keeps it from being done; null: it is done. */
type JudgedLeaf = Leaf & { because: Place | null };
export type Use = Leaf | { when: Place; holds: boolean; uses: readonly Use[] };
export type Uses = (settings: RunSettings) => readonly Use[];

export const asks = (by: Place | Tier, ...names: readonly PromptName[]): Use => ({
  asks: names,
  by,
});
/** Settings that change what is done, or what is made of it. */
export const reads = (...paths: readonly ControlPath[]): Use => ({ reads: paths });
/** A setting that gives something to the encoder's heads, where `heads`. */
export const encodes = (path: ControlPath, heads: boolean): Use => ({ encodes: path, heads });
export const says = (code: StageProblem, of: ControlPath): Use => ({ says: code, of });
/** What is done only where it holds, which the setting at `place` decides. */
export const when = (place: Place, holds: boolean, ...uses: readonly Use[]): Use => ({
  when: place,
  holds,
  uses,
});

/** Every leaf, with the outermost setting that keeps it from being done. */
export function judged(uses: readonly Use[], because: Place | null = null): JudgedLeaf[] {
  return uses.flatMap((use) =>
    "when" in use
      ? judged(use.uses, because ?? (use.holds ? null : use.when))
      : [{ ...use, because }],
  );
}

/** What is done. */
export function activeUses(uses: readonly Use[]): Leaf[] {
  return judged(uses).filter(({ because }) => because === null);
}

/** Who does it: one tier, or either. Null where it is nobody's, as with the encoder. */
export function doerOf(settings: RunSettings, by: Place | Tier): TierChoice | null {
  const value = by === "small" || by === "large" ? by : readControl(settings, by);
  return value === "small" || value === "large" || value === "decide" ? value : null;
}
