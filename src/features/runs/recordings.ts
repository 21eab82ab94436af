/**
 * Chooses the recorded run to show: one plays on arrival, or an example's for the current switches.
 * It never replaces the user's own run.
 */
import { createStore, type StoreApi } from "zustand/vanilla";
import { AppError } from "../../log/errors.ts";
import type { RunEvent } from "../../log/events.ts";
import type { Stage, Tier } from "../../log/types.ts";
import type { RunStore } from "../../session/run-store.ts";
import type { Player } from "./player.ts";
import type { HistoryStore } from "./store.ts";

/** Whether the answer was right before and after a switch was flipped. */
export interface Flip {
  stage: Stage;
  tier: Tier;
  was: boolean;
  is: boolean;
  /** Additional cost, in US dollars. */
  usd: number;
}

interface RecordingsState {
  player: Player | null;
  /** `changed`: the recording failed its integrity check. */
  missed: { changed: boolean } | null;
  loading: boolean;
  /** The run shown before a flip; null if no flip led here. */
  before: readonly RunEvent[] | null;
  /** The switch that the page flipped; the user's settings are unchanged. */
  demo: Stage | null;
  /** Null until the flip is played. */
  flip: Flip | null;
}

/**
 * `flip` keeps the shared events and plays the rest; `still` and `cut` show everything at once;
 * `cut` is a flip under reduced motion.
 */
export type Start = "play" | "still" | "flip" | "cut";

type Fetch = () => Promise<readonly RunEvent[] | null>;

export interface Recordings extends StoreApi<RecordingsState> {
  /** False if it failed to load, was not recorded, or was superseded. */
  show(fetch: Fetch, start: Start): Promise<boolean>;
  close(): void;
}

export function createRecordings(run: RunStore, history: HistoryStore): Recordings {
  const store = createStore<RecordingsState>()(() => ({
    player: null,
    missed: null,
    loading: false,
    before: null,
    demo: null,
    flip: null,
  }));
  // The user's own question uses their own settings.
  history.subscribe(({ origin }) => {
    if (origin !== "recorded") store.setState({ before: null, demo: null });
  });
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
        const [events, { createPlayer }, { sharedEvents }] = await Promise.all([
          fetch(),
          import("./player.ts"),
          import("./shared-events.ts"),
        ]);
        if (isOver()) return false;
        store.setState({ loading: false, missed: null });
        if (events === null) return false;
        const last = store.getState().player;
        last?.pause();
        const isFlip = start === "flip" || start === "cut";
        const before = isFlip && sameQuestion(last?.events, events) ? (last?.events ?? null) : null;
        history.setState({ origin: "recorded" });
        const player = createPlayer(events, run);
        if (start === "flip" && before !== null) player.play(sharedEvents(before, events));
        else if (start === "play") player.play();
        else player.seek(events.length);
        store.setState({ player, before, ...(isFlip ? {} : { demo: null }) });
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
      store.setState({ player: null, missed: null, loading: false, before: null, demo: null });
      if (mayShow()) run.clear();
    },
  });
}

function sameQuestion(one: readonly RunEvent[] | undefined, other: readonly RunEvent[]): boolean {
  const questions = [one?.[0], other[0]].map((start) =>
    start?.type === "run-start" ? start.question : null,
  );
  return questions[0] !== null && questions[0] === questions[1];
}
