/** State of the gate before the first call: a question it stopped, or how it read a follow-up. */
import { createStore, type StoreApi } from "zustand/vanilla";
import type { RunEvent } from "../../log/events.ts";
import type { RunOrigin } from "../runs/store.ts";
import type { Resolved, Stop } from "./gate.ts";

export interface FollowUp {
  typed: string;
  /** As in the run's log. */
  asked: string;
  resolved: Resolved;
  /** The run it continues; null for a recorded example, which the page shows by itself. */
  before: { question: string; events: readonly RunEvent[]; origin: RunOrigin } | null;
}

export interface GateState {
  /** Shown until the draft changes. */
  stopped: { draft: string; stop: Stop } | null;
  /** Shown beside its run. */
  followUp: FollowUp | null;
}

export type GateStore = StoreApi<GateState>;

export function createGateStore(): GateStore {
  return createStore<GateState>()(() => ({ stopped: null, followUp: null }));
}
