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
  /** From its beginning where it is at its end; `from`: after so many events, and not longer than a flip takes. */
  play(from?: number): void;
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
/** What a flipped switch does anew is played within this, in milliseconds. */
const flipMs = 4200;

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
  /** The share of a wait that is waited. */
  let pace = 1;

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
    return Math.min(ms, longestWaitMs) * pace;
  }

  /** So that what comes after the first `from` events takes no longer than a flip. */
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
      // Nothing comes after it.
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
