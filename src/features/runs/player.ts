/**
 * Feeds a recorded run to the store at its original pace, so that every live view shows it. The
 * caller supplies the time.
 */
import { createStore, type StoreApi } from "zustand/vanilla";
import type { RunEvent } from "../../log/events.ts";
import type { RunStore } from "../../session/run-store.ts";

export interface PlayerState {
  at: number;
  playing: boolean;
}

export interface Player extends StoreApi<PlayerState> {
  readonly events: readonly RunEvent[];
  /**
   * Restarts if it is at the end. With `from`, plays on after that many events, within `flipMs`.
   */
  play(from?: number): void;
  pause(): void;
  /** Shows the first `at` events. */
  seek(at: number): void;
  /** Moves to the next or previous settled moment. */
  step(direction: 1 | -1): void;
  advance(ms: number): void;
}

const longestWaitMs = 700;
/** The longest time for the rest of a run after a flipped switch. */
const flipMs = 4200;

const settling: ReadonlySet<RunEvent["type"]> = new Set([
  "run-start",
  "branch-start",
  "node-start",
  "retrieval",
  "verdict",
  "user-correction",
  "answer",
  "run-end",
]);

/** Stops playing once `run` shows another log. */
export function createPlayer(events: readonly RunEvent[], run: RunStore): Player {
  const store = createStore<PlayerState>()(() => ({ at: 0, playing: false }));
  const stops = events.flatMap(({ type }, index) => (settling.has(type) ? [index + 1] : []));
  const end = events.length;
  /** Since the last shown event. */
  let waitedMs = 0;
  /** Factor on each pause. */
  let pace = 1;

  function show(at: number): void {
    waitedMs = 0;
    run.show(events.slice(0, at), at === end ? "ended" : "replaying", true);
    store.setState({ at });
  }

  function extend(at: number): void {
    if (at === end) {
      show(end);
      store.setState({ playing: false });
      return;
    }
    for (const event of events.slice(store.getState().at, at)) run.push(event);
    run.flush();
    store.setState({ at });
  }

  function waitBefore(at: number): number {
    const ms = (events[at]?.atMs ?? 0) - (events[at - 1]?.atMs ?? 0);
    return Math.min(ms, longestWaitMs) * pace;
  }

  /** The events after `from` take at most `flipMs`. */
  function paceFrom(from: number): number {
    pace = 1;
    const wholeMs = events.slice(from).reduce((sum, _, index) => sum + waitBefore(from + index), 0);
    return Math.min(1, flipMs / wholeMs);
  }

  function pause(): void {
    store.setState({ playing: false });
  }

  function seek(at: number): void {
    show(Math.min(Math.max(at, 1), end));
  }

  return Object.assign(store, {
    events,
    pause,
    seek,
    play(from?: number) {
      const { at } = store.getState();
      if (from !== undefined) {
        pace = paceFrom(Math.max(from, 1));
        seek(from);
      } else if (at === 0 || at === end) {
        pace = 1;
        show(1);
      }
      store.setState({ playing: store.getState().at < end });
    },
    step(direction: 1 | -1) {
      pause();
      const { at } = store.getState();
      const next =
        direction === 1 ? stops.find((stop) => stop > at) : stops.findLast((stop) => stop < at);
      seek(next ?? at);
    },
    advance(ms: number) {
      if (!store.getState().playing) return;
      if (run.getState().phase !== "replaying") {
        pause();
        return;
      }
      waitedMs += ms;
      let { at } = store.getState();
      while (at < end && waitedMs >= waitBefore(at)) {
        waitedMs -= waitBefore(at);
        at += 1;
      }
      if (at !== store.getState().at) extend(at);
    },
  });
}
