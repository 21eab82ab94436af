import { createStore, type StoreApi } from "zustand/vanilla";
import type { RunEvent } from "../../log/events.ts";
import type { RunOrigin } from "../runs/store.ts";
import type { Resolved, Stop } from "./screening.ts";

export interface FollowUp {
  typed: string;
  asked: string;
  resolved: Resolved;
  /**
   * The run that this one continues; null for a recorded example, which the page shows by itself.
   */
  before: { question: string; events: readonly RunEvent[]; origin: RunOrigin } | null;
}

export interface ScreeningState {
  /** True from pressing Ask until the run begins or the question is stopped. */
  screening: boolean;
  /** Shown until the draft changes. */
  stopped: { draft: string; stop: Stop } | null;
  followUp: FollowUp | null;
}

export type ScreeningStore = StoreApi<ScreeningState>;

export function createScreeningStore(): ScreeningStore {
  return createStore<ScreeningState>()(() => ({
    screening: false,
    stopped: null,
    followUp: null,
  }));
}
