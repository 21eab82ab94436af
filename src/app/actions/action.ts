/** One thing a person can do from anywhere on the page: in the palette, and by its key. */
import type { AppContext } from "../runtime/runtime-context.ts";

export interface Action {
  /** Unique in the list. */
  id: string;
  title: string;
  /** Other words that it is looked for by; nobody reads them. */
  also: string;
  /** One character, as `KeyboardEvent.key` tells it; null without one. */
  key: string | null;
  /** As it is printed, where that differs, or where the page itself listens for the key. */
  shown: string | null;
  isPossible(app: AppContext): boolean;
  perform(app: AppContext): void;
  /** What came of it, to be read aloud; null where the page tells it anyway. */
  outcome(app: AppContext): string | null;
}

/** Most are always possible, and tell nothing. */
export function action(part: Pick<Action, "id" | "title" | "perform"> & Partial<Action>): Action {
  return {
    also: "",
    key: null,
    shown: part.key ?? null,
    isPossible: () => true,
    outcome: () => null,
    ...part,
  };
}
