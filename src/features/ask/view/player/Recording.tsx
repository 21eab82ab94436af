/** A recorded run and its player. It is rendered by the stores and folds of a live run. */
import { type KeyboardEvent, Suspense, useEffect, useEffectEvent, useRef, useState } from "react";
import { useStore } from "zustand";
import {
  questionFieldId,
  useApp,
  useRun,
  useView,
} from "../../../../app/runtime/runtime-context.ts";
import { isAnyDialogOpen } from "../../../../app/runtime/view-store.ts";
import { isConfigured } from "../../../../session/preferences.ts";
import { TextButton } from "../../../../ui-kit/Button.tsx";
import { lazyPart } from "../../../../ui-kit/lazy-part.tsx";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import type { Player } from "../../../runs/player.ts";
import { combinationOf } from "../../combination.ts";
import { playerText } from "../../text/player.ts";
import { arrivalFlip, flippedStage } from "./arrival-flip.ts";
import { isTourSeen, rememberTour } from "./closed.ts";
import sheet from "./Recording.module.css";
import { useCoins } from "./use-coins.ts";
import { useFlip } from "./use-flip.ts";

const css = classes(sheet);

const Tour = lazyPart(async () => (await import("../tour/Tour.tsx")).Tour);

/** `arrives`: nothing is shown yet, and the arrival recording is about to play. */
export function Recording({ arrives, onClose }: { arrives: boolean; onClose: () => void }) {
  const { runtime, view } = useApp();
  const { player, missed, loading } = useStore(runtime.recordings);
  const [tries, setTries] = useState(0);
  const begin = useEffectEvent(async () => {
    const isShown = await runtime.recordings.show(
      async () => (await arrivalFlip()).from.events,
      "still",
    );
    const [start] = runtime.recordings.getState().player?.events ?? [];
    if (isShown && start?.type === "run-start" && view.getState().draft === "") {
      view.getState().write(start.question, true);
    }
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try begins it again
  useEffect(() => {
    if (arrives) void begin();
  }, [arrives, tries]);
  useExampleFlip();
  useFlip();
  if (player !== null) return <Bar player={player} onClose={onClose} wasMissed={tries > 0} />;
  if (missed === null) return null;
  const { changed } = missed;
  return (
    <Missing
      trying={loading}
      changed={changed}
      onRetry={() => setTries(tries + 1)}
      onClose={onClose}
    />
  );
}

/** How long the wrong answer is shown before the page flips a switch, in milliseconds. */
const wrongForMs = 2000;

/**
 * The page opens on a wrong answer and flips one switch itself, once; never if the person's flips
 * would be paid for, or after they have started to do something.
 */
function useExampleFlip(): void {
  const app = useApp();
  const { recordings, settings } = app.runtime;
  const player = useStore(recordings, (state) => state.player);
  const flip = useEffectEvent(async (first: Player) => {
    const arrival = await arrivalFlip();
    const { run, large } = settings.getState();
    const { draft, isDraftOurs } = app.view.getState();
    const isUntouched =
      recordings.getState().player === first &&
      recordings.getState().before === null &&
      first.getState().at === first.events.length &&
      isDraftOurs &&
      draft === arrival.question &&
      !isAnyDialogOpen(app.view.getState());
    if (!isUntouched || isConfigured(large) || combinationOf(run) !== arrival.from.combination)
      return;
    recordings.setState({ demo: flippedStage(arrival) });
  });
  const touched = useRef(false);
  useEffect(() => {
    const touch = () => {
      touched.current = true;
    };
    for (const kind of touches) addEventListener(kind, touch, true);
    return () => {
      for (const kind of touches) removeEventListener(kind, touch, true);
    };
  }, []);
  useEffect(() => {
    if (player === null) return;
    const timer = setTimeout(() => {
      if (!touched.current) void flip(player);
    }, wrongForMs);
    return () => clearTimeout(timer);
  }, [player]);
}

const touches = ["pointerdown", "keydown"] as const;

interface MissingProps {
  trying: boolean;
  changed: boolean;
  onRetry: () => void;
  onClose: () => void;
}

function Missing({ trying, changed, onRetry, onClose }: MissingProps) {
  const unsent = navigator.onLine ? playerText.notSent : playerText.offline;
  return (
    <section className={css("missing")} aria-label={playerText.title}>
      <p role="alert" aria-busy={trying}>
        {playerText.missing} {changed ? playerText.changed : unsent}
      </p>
      <TextButton onClick={onRetry}>{trying ? playerText.trying : playerText.tryAgain}</TextButton>
      <TextButton
        onClick={() => {
          onClose();
          document.getElementById(questionFieldId)?.focus();
        }}
      >
        {playerText.dismiss}
      </TextButton>
    </section>
  );
}

interface BarProps {
  player: Player;
  onClose: () => void;
  /** It loaded on a retry: the focus returns to where that was pressed. */
  wasMissed: boolean;
}

function Bar({ player, onClose, wasMissed }: BarProps) {
  const { at, playing } = useStore(player);
  const select = useView((state) => state.select);
  const [tour, setTour] = useState(false);
  const [toured, setToured] = useState(isTourSeen);
  useFrames(player, playing);
  useCoins(player);
  usePlayerKeys(player);
  const playButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (wasMissed) playButton.current?.focus();
  }, [wasMissed]);
  const end = player.events.length;

  function close(): void {
    select(null);
    onClose();
    document.getElementById(questionFieldId)?.focus();
  }
  /** The tour needs an answer and sources to show. */
  function lookAround(): void {
    player.pause();
    player.seek(end);
    setTour(true);
  }
  function endTour(): void {
    rememberTour();
    setToured(true);
    setTour(false);
    // The element that opened it is gone.
    playButton.current?.focus();
  }
  const label = playing ? playerText.pause : at === end ? playerText.replay : playerText.play;
  return (
    <section className={css("bar")} aria-label={playerText.title}>
      <button
        ref={playButton}
        type="button"
        className={css("play")}
        aria-label={label}
        title={label}
        onClick={() => (playing ? player.pause() : player.play())}
      >
        <svg viewBox="-8 -8 16 16" width="14" height="14" aria-hidden="true">
          <path d={playing ? "M-5,-6h4v12h-4zM1,-6h4v12h-4z" : "M-4,-6L6,0L-4,6Z"} />
        </svg>
      </button>
      <Scrubber player={player} at={at} />
      <Tag player={player} />
      {toured ? null : (
        <TextButton aria-expanded={tour} onClick={lookAround}>
          {playerText.lookAround}
        </TextButton>
      )}
      <button
        type="button"
        className={css("close")}
        aria-label={playerText.close}
        title={playerText.close}
        onClick={close}
      >
        <svg viewBox="-8 -8 16 16" width="12" height="12" aria-hidden="true">
          <path d="M-5,-5L5,5M5,-5L-5,5" />
        </svg>
      </button>
      {tour ? (
        <Suspense fallback={null}>
          <Tour onEnd={endTour} />
        </Suspense>
      ) : null}
    </section>
  );
}

function Tag({ player }: { player: Player }) {
  const [start] = player.events;
  const paid = useRun((state) => state.ledger.total.largeCalls > 0);
  if (start?.type !== "run-start") return null;
  const large = paid ? (start.large?.model ?? null) : null;
  return (
    <span className={css("tag")} title={playerText.recorded(start.startedAtEpochMs)}>
      {playerText.tag(start.startedAtEpochMs, large)}
    </span>
  );
}

function Scrubber({ player, at }: { player: Player; at: number }) {
  const { events } = player;
  const time = playerText.at(events[at - 1]?.atMs ?? 0, events.at(-1)?.atMs ?? 0);
  function move(event: KeyboardEvent): void {
    // Moves by steps of the run, not by log events.
    const direction = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : null;
    if (direction === null) return;
    event.preventDefault();
    player.step(direction);
  }
  return (
    <input
      className={css("scrub")}
      type="range"
      min={1}
      max={events.length}
      value={at}
      aria-label={playerText.scrub}
      aria-valuetext={time}
      onKeyDown={move}
      onChange={(event) => {
        player.pause();
        player.seek(event.target.valueAsNumber);
      }}
    />
  );
}

/** If nothing else has the focus: Space plays and pauses, arrows step, Escape goes to the end. */
function usePlayerKeys(player: Player): void {
  const { view } = useApp();
  useEffect(() => {
    const acts: Record<string, () => void> = {
      " ": () => (player.getState().playing ? player.pause() : player.play()),
      ArrowRight: () => player.step(1),
      ArrowLeft: () => player.step(-1),
      Escape: () => player.seek(player.events.length),
    };
    function press(event: globalThis.KeyboardEvent): void {
      const { key, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented, target } = event;
      const act = acts[key];
      if (act === undefined || target !== document.body || defaultPrevented) return;
      if (ctrlKey || metaKey || altKey || shiftKey || isAnyDialogOpen(view.getState())) return;
      event.preventDefault();
      act();
    }
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [player, view]);
}

function useFrames(player: Player, playing: boolean): void {
  useEffect(() => {
    if (!playing) return;
    let last = performance.now();
    let handle = requestAnimationFrame(function frame(now) {
      player.advance(Math.max(0, now - last));
      last = now;
      handle = requestAnimationFrame(frame);
    });
    return () => cancelAnimationFrame(handle);
  }, [player, playing]);
}
