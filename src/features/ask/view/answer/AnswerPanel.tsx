/** The streamed answer, its marks, and the path that led to it. */
import { Suspense, useDeferredValue } from "react";
import { lazyView } from "../../../../app/lazy/lazy-view.ts";
import { useRun, useSettings } from "../../../../app/runtime/runtime-context.ts";
import { useHistory } from "../../../../app/runtime/use-history.ts";
import { lastBegun, type Trace } from "../../../../folds/trace.ts";
import type { ErrorData } from "../../../../log/errors.ts";
import type { RetryPoint } from "../../../../session/retry-point.ts";
import { isCutShort, type RunState } from "../../../../session/run-store.ts";
import { ErrorNotice, placeOf } from "../../../../ui-kit/ErrorNotice.tsx";
import { RunQuestion } from "../../../../ui-kit/RunQuestion.tsx";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { text } from "../../../../ui-kit/text/page.ts";
import { answerText } from "../../text/answer.ts";
import sheet from "./AnswerPanel.module.css";
import { FinishedAnswer } from "./FinishedAnswer.tsx";

const css = classes(sheet);

const RetryTools = lazyView(async (parts) => (await parts.retryTools()).RetryTools);
const NotKept = lazyView(async (parts) => (await parts.notKept()).NotKept);
const CapChoice = lazyView(async (parts) => (await parts.capChoice()).CapChoice);

export function AnswerPanel() {
  const { trace, phase, error } = useDeferredAnswer();
  const streamed = summaryText(trace);
  const quiet = phase !== "ended" && trace.answer === null && streamed === null;
  const refusal = error !== null && placeOf(error.code) === "run" ? error : null;
  const failure = refusal ?? (trace.outcome === "failed" ? trace.error : null);
  if (quiet && failure === null) return null;
  return (
    <section className={css("panel")} aria-labelledby="answer-title">
      {quiet ? null : (
        <div className={css("head")}>
          <h2 id="answer-title" tabIndex={-1}>
            {text.answer.title}
          </h2>
          <RunQuestion />
        </div>
      )}
      {failure === null ? null : (
        <ErrorNotice error={failure}>
          <GoingOn error={failure} />
        </ErrorNotice>
      )}
      {trace.answer === null && streamed !== null && (phase !== "ended" || streamed !== "") ? (
        <p className={css("text")} dir="auto">
          {streamed === "" ? answerText.writing : streamed}
        </p>
      ) : null}
      {trace.answer === null ? (
        <Outcome failed={failure !== null} />
      ) : (
        <FinishedAnswer answer={trace.answer} />
      )}
      <Unkept />
    </section>
  );
}

/**
 * Defers a new answer, so that a phone renders it in slices. An old answer is removed at once: it
 * must not appear below the next question.
 */
function useDeferredAnswer(): RunState {
  const now = useRun((state) => state);
  const late = useDeferredValue(now);
  const { phase, error, trace } = late;
  const isSame = trace.start === null || trace.start.runId === now.trace.start?.runId;
  const isNew = phase !== "ended" && error === null && trace.answer === null && isSame;
  return isNew ? late : now;
}

function Unkept() {
  const isOwn = useRun((state) => state.phase === "ended" && !state.opened);
  const failed = useHistory((state) => state.saving === "failed");
  const hasLog = useRun((state) => state.events.length > 0);
  if (!isOwn || !failed || !hasLog) return null;
  return (
    <Suspense fallback={null}>
      <NotKept />
    </Suspense>
  );
}

/** At a spending cap the run continues as chosen beforehand: after asking, or not at all. */
function GoingOn({ error }: { error: ErrorData }) {
  const atCap = useSettings((state) => state.atCap);
  const isCap = error.code === "spending-cap-reached";
  if (isCap && atCap === "end") return null;
  return (
    <Suspense fallback={null}>
      {isCap ? (
        <CapChoice error={error} />
      ) : (
        <RetryTools
          point={whereItBrokeOff}
          label={answerText.retry}
          // The notice itself offers the small model for all further questions.
          alone={error.code === "remote-quota-exhausted"}
        />
      )}
    </Suspense>
  );
}

function Outcome({ failed }: { failed: boolean }) {
  const words = useRun(outcomeWords);
  const ended = useRun((state) => state.phase === "ended");
  if (!ended || failed) return null;
  return (
    <>
      <p className={css("soft")}>{words}</p>
      <Suspense fallback={null}>
        <RetryTools point={whereItBrokeOff} label={answerText.retry} />
      </Suspense>
    </>
  );
}

const whereItBrokeOff: RetryPoint = { kind: "break" };

function outcomeWords(state: RunState): string {
  if (isCutShort(state)) return text.answer.fileEnds;
  if (state.trace.start === null) return answerText.stoppedLoading;
  return state.trace.outcome === "stopped" ? answerText.stopped : answerText.none;
}

/** The streamed summary; null before it begins or after a restart. */
function summaryText(trace: Trace): string | null {
  const { calls } = trace;
  const since = lastBegun(trace);
  for (const { start, error, text: streamed } of calls.values()) {
    const counts = start.seq > since && error === null;
    if (start.purpose === "summarise" && counts) return streamed;
  }
  return null;
}
