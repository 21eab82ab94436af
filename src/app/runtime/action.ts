/** One action available anywhere on the page, from the palette or by its key. */
import type { AppContext } from "./runtime-context.ts";

export interface Action {
  id: string;
  title: string;
  /** Search synonyms; never displayed. */
  also: string;
  /** One character, as in `KeyboardEvent.key`; null without a key. */
  key: string | null;
  /** The displayed key where it differs, or where the page itself handles the key. */
  shown: string | null;
  isPossible(app: AppContext): boolean;
  perform(app: AppContext): void;
  /** The outcome to announce to screen readers; null where the page announces it anyway. */
  outcome(app: AppContext): string | null;
}

/** Defaults: always possible, no announcement. */
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
