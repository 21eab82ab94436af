/** A recorded run and what moves through it. It is shown by the stores and folds of a live one. */
import { Suspense, useEffect, useRef, useState } from "react";
import { useStore } from "zustand";
import type { Runtime } from "../../../../app/runtime/runtime.ts";
import {
  questionFieldId,
  useRun,
  useRuntime,
  useView,
} from "../../../../app/runtime/runtime-context.ts";
import { AppError } from "../../../../log/errors.ts";
import { Button, TextButton } from "../../../../ui-kit/Button.tsx";
import { lazyPart } from "../../../../ui-kit/lazy-part.tsx";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { useMedia } from "../../../../ui-kit/use-media.ts";
import { createPlayer, type Player } from "../../../runs/player.ts";
import { playerText } from "../../text/player.ts";
import { isTourSeen, rememberTour } from "./closed.ts";
import sheet from "./Recording.module.css";
import { recordedRun } from "./recorded-run.ts";

const css = classes(sheet);

const Tour = lazyPart(async () => (await import("../tour/Tour.tsx")).Tour);

export function Recording({ onClose }: { onClose: () => void }) {
  const [attempt, setAttempt] = useState(0);
  const { player, missed } = useRecording(attempt);
  if (player !== null) return <Bar player={player} onClose={onClose} wasMissed={attempt > 0} />;
  if (missed === null) return <div className={css("room")} />;
  const { attempt: last, changed } = missed;
  const trying = last < attempt;
  const retry = () => setAttempt(last + 1);
  return <Missing trying={trying} changed={changed} onRetry={retry} onClose={onClose} />;
}

/** The last attempt that brought none, and whether what came was not what was recorded. */
interface Missed {
  attempt: number;
  changed: boolean;
}

/** `missed` is null before any attempt has failed. */
function useRecording(attempt: number): { player: Player | null; missed: Missed | null } {
  const runtime = useRuntime();
  const still = useMedia("(prefers-reduced-motion: reduce)");
  const [player, setPlayer] = useState<Player | null>(null);
  const [missed, setMissed] = useState<Missed | null>(null);
  useEffect(() => {
    if (player !== null || missed?.attempt === attempt) return;
    let over = false;
    void loadRecording(runtime)
      .then((loaded) => {
        if (over || runtime.run.getState().phase !== "idle") return;
        runtime.history.setState({ origin: "recorded" });
        if (still) loaded.seek(loaded.events.length);
        else loaded.play();
        setPlayer(loaded);
      })
      .catch((thrown: unknown) => {
        const changed = thrown instanceof AppError && thrown.code === "integrity-failed";
        if (!over) setMissed({ attempt, changed });
      });
    return () => {
      over = true;
    };
  }, [runtime, player, still, attempt, missed]);
  return { player, missed };
}

async function loadRecording({ run }: Runtime): Promise<Player> {
  return createPlayer(await recordedRun(), run);
}

interface MissingProps {
  trying: boolean;
  changed: boolean;
  onRetry: () => void;
  onClose: () => void;
}

function Missing({ trying, changed, onRetry, onClose }: MissingProps) {
  const unsent = navigator.onLine ? playerText.notSent : playerText.offline;
  function askYourOwn(): void {
    document.getElementById(questionFieldId)?.focus();
  }
  return (
    <section className={css("bar")} aria-label={playerText.title}>
      <div role="alert" aria-busy={trying}>
        <p className={css("question")}>{playerText.missing}</p>
        <p className={css("note")}>
          {changed ? playerText.changed : unsent} {playerText.goesOn}
        </p>
      </div>
      <div className={css("controls")}>
        <Button onClick={onRetry}>{trying ? playerText.trying : playerText.tryAgain}</Button>
        <Button onClick={askYourOwn}>{playerText.askYourOwn}</Button>
      </div>
      <p className={css("more")}>
        <TextButton
          onClick={() => {
            onClose();
            askYourOwn();
          }}
        >
          {playerText.dismiss}
        </TextButton>
      </p>
    </section>
  );
}

interface BarProps {
  player: Player;
  onClose: () => void;
  /** It came when it was tried again: the keyboard goes on where that was pressed. */
  wasMissed: boolean;
}

function Bar({ player, onClose, wasMissed }: BarProps) {
  const { run } = useRuntime();
  const { at, playing } = useStore(player);
  const question = useRun((state) => state.question);
  const select = useView((state) => state.select);
  const [tour, setTour] = useState(false);
  const [toured, setToured] = useState(isTourSeen);
  useFrames(player, playing);
  const playButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (wasMissed) playButton.current?.focus();
  }, [wasMissed]);
  const end = player.events.length;

  function askYourOwn(): void {
    player.pause();
    document.getElementById(questionFieldId)?.focus();
  }
  function close(): void {
    player.pause();
    select(null);
    run.clear();
    onClose();
    document.getElementById(questionFieldId)?.focus();
  }
  /** The look around has an answer and sources to show. */
  function lookAround(): void {
    player.pause();
    player.seek(end);
    setTour(true);
  }
  function endTour(): void {
    rememberTour();
    setToured(true);
    setTour(false);
    // What opened it is gone.
    playButton.current?.focus();
  }
  return (
    <section className={css("bar")} aria-label={playerText.title}>
      <p className={css("question")} dir="auto">
        {question}
      </p>
      <p className={css("note")}>{noteOf(player)}</p>
      <div className={css("controls")}>
        <Button onClick={() => player.step(-1)} aria-label={playerText.back} disabled={at <= 1}>
          ‹
        </Button>
        <Button ref={playButton} onClick={() => (playing ? player.pause() : player.play())}>
          {playing ? playerText.pause : at === end ? playerText.replay : playerText.play}
        </Button>
        <Button
          onClick={() => player.step(1)}
          aria-label={playerText.forward}
          disabled={at === end}
        >
          ›
        </Button>
        <Scrubber player={player} at={at} />
        <Button onClick={askYourOwn}>{playerText.askYourOwn}</Button>
      </div>
      <p className={css("more")}>
        {toured ? null : (
          <TextButton aria-expanded={tour} onClick={lookAround}>
            {playerText.lookAround}
          </TextButton>
        )}
        <TextButton onClick={close}>{playerText.close}</TextButton>
      </p>
      {tour ? (
        <Suspense fallback={null}>
          <Tour onEnd={endTour} />
        </Suspense>
      ) : null}
    </section>
  );
}

function Scrubber({ player, at }: { player: Player; at: number }) {
  const { events } = player;
  const time = playerText.at(events[at - 1]?.atMs ?? 0, events.at(-1)?.atMs ?? 0);
  return (
    <>
      <input
        className={css("scrub")}
        type="range"
        min={1}
        max={events.length}
        value={at}
        aria-label={playerText.scrub}
        aria-valuetext={time}
        onChange={(event) => {
          player.pause();
          player.seek(event.target.valueAsNumber);
        }}
      />
      <span className={css("time")}>{time}</span>
    </>
  );
}

function noteOf({ events }: Player): string {
  const [start] = events;
  if (start?.type !== "run-start") return "";
  return playerText.recorded(start.startedAtEpochMs, start.small.model, start.library.title);
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
