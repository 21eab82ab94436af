/** The question, the examples and the Ask button. */
import {
  type FormEvent,
  type KeyboardEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { fetchRunViews, lazyChunks } from "../../../app/lazy/lazy-loading.ts";
import {
  askButtonId,
  questionFieldId,
  stopButtonId,
  useApp,
  useDevice,
  useRun,
  useRuntime,
  useScreening,
  useSettings,
  useView,
} from "../../../app/runtime/runtime-context.ts";
import { useHistory } from "../../../app/runtime/use-history.ts";
import { maxQuestionCharacters } from "../../../log/question.ts";
import { findEmbedded } from "../../../retrieval/libraries/embedded-libraries.ts";
import { isRunning } from "../../../session/run-store.ts";
import type { SettingsState } from "../../../session/settings.ts";
import { Button } from "../../../ui-kit/Button.tsx";
import { RefusalNotice } from "../../../ui-kit/ErrorNotice.tsx";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { text } from "../../../ui-kit/text/page.ts";
import { useMedia } from "../../../ui-kit/use-media.ts";
import { useErrors } from "../../../ui-kit/use-problems.ts";
import { LibraryPicker } from "../../library/view/LibraryPicker.tsx";
import { combinationOf } from "../combination.ts";
import sheet from "./AskForm.module.css";
import { askNow, hintId } from "./ask-now.ts";
import { PreflightNotice } from "./PreflightNotice.tsx";
import { isRecordingClosed } from "./player/closed.ts";
import { useExamples } from "./player/use-examples.ts";
import { Screening } from "./screening/Screening.tsx";
import { missingId } from "./stages/Switchboard.tsx";

const css = classes(sheet);

/** Number of characters from which the remaining room is shown. */
const nearLimit = 200;

export function AskForm() {
  const app = useApp();
  const { runtime } = app;
  const running = useRun(isRunning);
  const recorded = useHistory(({ origin }) => origin === "recorded");
  // A recorded run fills the box itself.
  const ownQuestion = useRun(({ question: own, opened }) => (recorded && opened ? "" : own));
  const asksOwnDocuments = useSettings(hasOwnLibrary);
  const isScreening = useScreening((state) => state.screening);
  const question = useView((state) => state.draft);
  const setQuestion = useView((state) => state.write);
  const isOurs = useView((state) => state.isDraftOurs);
  const field = useTypedOver(isOurs);
  // Without a large model, the small one does its work.
  const problems = useErrors();
  const blocked = problems.some(({ code }) => code !== "large-missing");
  const smallOnly = problems.length > 0 && !blocked;
  useEffect(() => {
    if (running) void fetchRunViews();
  }, [running]);
  const charactersLeft = maxQuestionCharacters - question.length;
  // A run opened from a file brings its question along.
  useEffect(() => {
    if (ownQuestion !== "") setQuestion(ownQuestion);
  }, [ownQuestion, setQuestion]);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!running) askNow(app);
  }
  function askOnEnter(event: KeyboardEvent): void {
    // Enter that ends an IME composition (Japanese, Chinese, …) does not submit.
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (!running) askNow(app);
  }

  return (
    <form className={css("form")} aria-busy={isScreening} onSubmit={submit}>
      <label className="visually-hidden" htmlFor={questionFieldId}>
        {text.ask.label}
      </label>
      <div className={css("line")}>
        <textarea
          ref={field}
          id={questionFieldId}
          className={css("field")}
          rows={1}
          dir="auto"
          value={question}
          placeholder={asksOwnDocuments ? text.ask.ownPlaceholder : text.ask.placeholder}
          aria-describedby={hintId}
          onChange={(event) => {
            setQuestion(event.target.value);
            runtime.loaders.loadKept();
          }}
          onFocus={({ target }) => {
            void lazyChunks.treePicture();
            if (isOurs) selectNowAndAfterPress(target);
          }}
          onKeyDown={askOnEnter}
        />
        {running ? (
          <StopButton />
        ) : (
          <AskButton
            hintId={blocked ? hintId : undefined}
            smallOnly={smallOnly}
            onAsk={() => askNow(app)}
          />
        )}
      </div>
      <RefusalNotice place="question" />
      <Screening />
      {charactersLeft < nearLimit ? (
        <p className={css("left", charactersLeft < 0 && "over")}>
          {text.ask.remaining(charactersLeft)}
        </p>
      ) : null}
    </form>
  );
}

/** A click sets the caret after focus, so select again then, unless something was typed. */
function selectNowAndAfterPress(field: HTMLTextAreaElement): void {
  const { value } = field;
  field.select();
  requestAnimationFrame(() => {
    if (field.value === value) field.select();
  });
}

/**
 * Text that the page filled in is replaced by typing, even if it arrived while the field had
 * focus.
 */
function useTypedOver(isOurs: boolean) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (isOurs && document.activeElement === field.current) field.current?.select();
  }, [isOurs]);
  return field;
}

/** Below the question, but after the switches in tab order. */
export function BeforeAsking() {
  const { loaders } = useRuntime();
  const setQuestion = useView((state) => state.write);
  const showExample = useExamples();
  const combination = useSettings((state) => combinationOf(state.run));
  const still = useMedia("(prefers-reduced-motion: reduce)");
  function pick(example: string): void {
    setQuestion(example);
    document.getElementById(questionFieldId)?.focus();
    loaders.loadKept();
    // If the recording was closed, show none until a switch is flipped.
    if (combination !== null && !isRecordingClosed()) {
      void showExample(example, combination, still ? "still" : "play");
    }
  }
  return (
    <div className={css("before")}>
      <div className={css("about")}>
        <p className={css("promise")}>{text.page.shortPromise}</p>
        <LibraryPicker />
        <div id={hintId} tabIndex={-1} className={css("beforehand")}>
          <PreflightNotice />
        </div>
      </div>
      <Examples onPick={pick} />
    </div>
  );
}

/**
 * `hintId`: element that says what prevents asking. `smallOnly`: a large model is selected but
 * missing.
 */
function AskButton(props: { hintId: string | undefined; smallOnly: boolean; onAsk: () => void }) {
  const { hintId, smallOnly, onAsk } = props;
  useHandingOn(askButtonId, stopButtonId);
  return (
    <Button
      main
      id={askButtonId}
      aria-disabled={hintId !== undefined}
      aria-describedby={hintId ?? (smallOnly ? missingId : undefined)}
      title={smallOnly ? text.ask.askSmallTitle : undefined}
      onClick={onAsk}
    >
      {smallOnly ? text.ask.askSmall : text.ask.ask}
    </Button>
  );
}

function StopButton() {
  const runtime = useRuntime();
  const [stopping, setStopping] = useState(false);
  useHandingOn(stopButtonId, askButtonId);
  function stop(): void {
    setStopping(true);
    runtime.stop();
  }
  return (
    <Button main id={stopButtonId} disabled={stopping} onClick={stop}>
      {stopping ? text.ask.stopping : text.ask.stop}
    </Button>
  );
}

/** Ask and Stop replace each other: moves the keyboard focus along. */
function useHandingOn(from: string, to: string): void {
  useLayoutEffect(
    () => () => {
      if (document.activeElement?.id !== from) return;
      requestAnimationFrame(() => document.getElementById(to)?.focus());
    },
    [from, to],
  );
}

const hasOwnLibrary = ({ library }: SettingsState) => findEmbedded(library) === null;

function Examples({ onPick }: { onPick: (question: string) => void }) {
  const examples = useDevice((state) => state.examples);
  const asksOwnDocuments = useSettings(hasOwnLibrary);
  if (asksOwnDocuments) return <p className={css("examples")}>{text.ask.aboutDocuments}</p>;
  return (
    <div className={css("examples")}>
      {examples.length === 0 ? null : (
        <>
          <span>{text.ask.examples}</span>
          <ul>
            {examples.map((example) => (
              <li key={example.id}>
                <button
                  type="button"
                  className={css("chip")}
                  title={example.question}
                  onClick={() => onPick(example.question)}
                >
                  {example.label}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
