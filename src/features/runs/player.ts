/**
 * Plays a recorded run: it hands the log's events to the run store as they once came, so that
 * everything that shows a live run shows this one. Time is passed in.
 */
import { createStore, type StoreApi } from "zustand/vanilla";
import type { RunEvent } from "../../log/events.ts";
import type { RunStore } from "../../session/run-store.ts";

export interface PlayerState {
  /** How many events of the recording are shown. */
  at: number;
  playing: boolean;
}

export interface Player extends StoreApi<PlayerState> {
  readonly events: readonly RunEvent[];
  play(): void;
  pause(): void;
  /** Shows the first `at` events. */
  seek(at: number): void;
  /** To the next or last moment at which something was settled. */
  step(direction: 1 | -1): void;
  /** Time has gone on by this many milliseconds. */
  advance(ms: number): void;
}

/** Nothing is waited for longer than this, in milliseconds. */
const longestWaitMs = 700;

/** After these the tree has something new to show. */
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

/** `run` shows what is played; once it shows something else, this plays no more. */
export function createPlayer(events: readonly RunEvent[], run: RunStore): Player {
  const store = createStore<PlayerState>()(() => ({ at: 0, playing: false }));
  const stops = events.flatMap(({ type }, index) => (settling.has(type) ? [index + 1] : []));
  const end = events.length;
  /** Milliseconds since the last event that is shown. */
  let waitedMs = 0;

  function show(at: number): void {
    waitedMs = 0;
    run.show(events.slice(0, at), at === end ? "ended" : "replaying", true);
    store.setState({ at });
  }

  /** The next events, onto those that are shown. */
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
    return Math.min(ms, longestWaitMs);
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
    play() {
      if (store.getState().at === 0 || store.getState().at === end) show(1);
      store.setState({ playing: true });
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
