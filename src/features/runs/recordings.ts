/**
 * Which recorded run is on show: the one that plays on arrival, or an example's, by the switches as
 * they are. A person's own run is never taken away for one.
 */
import { createStore, type StoreApi } from "zustand/vanilla";
import { AppError } from "../../log/errors.ts";
import type { RunEvent } from "../../log/events.ts";
import type { RunStore } from "../../session/run-store.ts";
import type { Player } from "./player.ts";
import type { HistoryStore } from "./store.ts";

interface RecordingsState {
  player: Player | null;
  /** Null before any has failed to come; `changed`: what came was not what was recorded. */
  missed: { changed: boolean } | null;
  loading: boolean;
}

/** `still`: at its end at once, where motion is reduced or another combination takes its place. */
type Start = "play" | "still";

type Fetch = () => Promise<readonly RunEvent[] | null>;

export interface Recordings extends StoreApi<RecordingsState> {
  /** False where it did not come, was not recorded, or something else took its place. */
  show(fetch: Fetch, start: Start): Promise<boolean>;
  close(): void;
}

export function createRecordings(run: RunStore, history: HistoryStore): Recordings {
  const store = createStore<RecordingsState>()(() => ({
    player: null,
    missed: null,
    loading: false,
  }));
  /** The last that was wanted. */
  let wanted = Symbol("none");

  function mayShow(): boolean {
    const { phase, opened } = run.getState();
    return phase === "idle" || (opened && history.getState().origin === "recorded");
  }

  return Object.assign(store, {
    async show(fetch: Fetch, start: Start) {
      const mine = Symbol("run");
      wanted = mine;
      if (!mayShow()) return false;
      store.setState({ loading: true });
      const isOver = () => wanted !== mine || !mayShow();
      try {
        const [events, { createPlayer }] = await Promise.all([fetch(), import("./player.ts")]);
        if (isOver()) return false;
        store.setState({ loading: false, missed: null });
        if (events === null) return false;
        store.getState().player?.pause();
        history.setState({ origin: "recorded" });
        const player = createPlayer(events, run);
        if (start === "play") player.play();
        else player.seek(events.length);
        store.setState({ player });
        return true;
      } catch (thrown) {
        if (isOver()) return false;
        const changed = thrown instanceof AppError && thrown.code === "integrity-failed";
        store.setState({ loading: false, missed: { changed } });
        return false;
      }
    },
    close() {
      wanted = Symbol("none");
      store.getState().player?.pause();
      store.setState({ player: null, missed: null, loading: false });
      if (mayShow()) run.clear();
    },
  });
}
