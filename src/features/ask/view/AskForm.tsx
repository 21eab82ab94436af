/** The question, the examples, and the one button that matters. */
import {
  type FormEvent,
  type KeyboardEvent,
  Suspense,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { lazyChunks } from "../../../app/lazy/lazy-loading.ts";
import { lazyView } from "../../../app/lazy/lazy-view.ts";
import {
  askButtonId,
  questionFieldId,
  stopButtonId,
  useDevice,
  useRun,
  useRuntime,
  useView,
} from "../../../app/runtime/runtime-context.ts";
import { useHistory } from "../../../app/runtime/use-history.ts";
import { maxQuestionCharacters } from "../../../log/question.ts";
import { isRunning } from "../../../session/run-store.ts";
import { Button } from "../../../ui-kit/Button.tsx";
import { RefusalNotice } from "../../../ui-kit/ErrorNotice.tsx";
import { PanelBoundary } from "../../../ui-kit/PanelBoundary.tsx";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { text } from "../../../ui-kit/text/page.ts";
import { useProblems } from "../../../ui-kit/use-problems.ts";
import { useIdle } from "../../../ui-kit/when-idle.ts";
import { LibraryPicker } from "../../library/view/LibraryPicker.tsx";
import sheet from "./AskForm.module.css";
import { PreflightNotice } from "./PreflightNotice.tsx";

const css = classes(sheet);

const RunStatus = lazyView(async (parts) => (await parts.runStatus()).RunStatus);

/** From here on the person is told how much room is left. */
const nearLimit = 200;

export function AskForm() {
  const runtime = useRuntime();
  const running = useRun(isRunning);
  const recorded = useHistory(({ origin }) => origin === "recorded");
  // The box stays free beside a recorded run, whose question is told with it.
  const ownQuestion = useRun(({ question: own, opened }) => (recorded && opened ? "" : own));
  const idle = useIdle();
  const select = useView((state) => state.select);
  const [question, setQuestion] = useState("");
  const hintId = useId();
  const blocked = useProblems().some(({ level }) => level === "error");
  const hint = useRef<HTMLDivElement>(null);
  const charactersLeft = maxQuestionCharacters - question.length;
  // A run opened from a file brings its question along.
  useEffect(() => {
    if (ownQuestion !== "") setQuestion(ownQuestion);
  }, [ownQuestion]);

  function ask(text: string): void {
    // What stands in the way is said below, with a way out.
    if (blocked) {
      hint.current?.focus();
      return;
    }
    setQuestion(text);
    // Steps are numbered alike: the open one of the last run would open in this one.
    select(null);
    void runtime.ask(text);
  }
  function pick(example: string): void {
    setQuestion(example);
    document.getElementById(questionFieldId)?.focus();
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!running) ask(question);
  }
  function askOnEnter(event: KeyboardEvent): void {
    // Enter that ends a composition (Japanese, Chinese, …) belongs to the input method.
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (!running) ask(question);
  }

  return (
    <form className={css("form")} onSubmit={submit}>
      <label className="visually-hidden" htmlFor={questionFieldId}>
        {text.ask.label}
      </label>
      <div className={css("line")}>
        <textarea
          id={questionFieldId}
          className={css("field")}
          rows={1}
          dir="auto"
          value={question}
          placeholder={text.ask.placeholder}
          aria-describedby={hintId}
          onChange={(event) => setQuestion(event.target.value)}
          onFocus={() => void lazyChunks.treePicture()}
          onKeyDown={askOnEnter}
        />
        {running ? (
          <StopButton />
        ) : (
          <AskButton hintId={blocked ? hintId : undefined} onAsk={() => ask(question)} />
        )}
      </div>
      {idle ? (
        <PanelBoundary quiet>
          <Suspense fallback={null}>
            <RunStatus />
          </Suspense>
        </PanelBoundary>
      ) : null}
      <RefusalNotice place="question" />
      <div id={hintId} ref={hint} tabIndex={-1}>
        {charactersLeft < nearLimit ? (
          <p className={css("left", charactersLeft < 0 && "over")}>
            {text.ask.remaining(charactersLeft)}
          </p>
        ) : null}
        <PreflightNotice />
      </div>
      <div className={css("more")}>
        <LibraryPicker />
        {running ? null : <Examples onPick={pick} folded={ownQuestion !== ""} />}
      </div>
    </form>
  );
}

/** `hintId`: where it is told what stands in the way, if anything does. */
function AskButton({ hintId, onAsk }: { hintId: string | undefined; onAsk: () => void }) {
  useHandingOn(askButtonId, stopButtonId);
  return (
    <Button
      main
      id={askButtonId}
      aria-disabled={hintId !== undefined}
      aria-describedby={hintId}
      onClick={onAsk}
    >
      {text.ask.ask}
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

/** Ask and Stop take each other's place: the keyboard is handed on, not dropped. */
function useHandingOn(from: string, to: string): void {
  useLayoutEffect(
    () => () => {
      if (document.activeElement?.id !== from) return;
      requestAnimationFrame(() => document.getElementById(to)?.focus());
    },
    [from, to],
  );
}

/** Folded away once a question was asked. Picking one only fills the box: what Ask will load should be read first. */
function Examples(props: { onPick: (question: string) => void; folded: boolean }) {
  const { onPick, folded } = props;
  const examples = useDevice((state) => state.examples);
  if (examples.length === 0) return null;
  const chips = (
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
  );
  if (folded) {
    return (
      <details className={css("others")}>
        <summary>{text.ask.otherExamples}</summary>
        {chips}
      </details>
    );
  }
  return (
    <div className={css("examples")}>
      <span>{text.ask.examples}</span>
      {chips}
    </div>
  );
}
