import { type FormEvent, useId, useRef, useState } from "react";
import {
  useRetry,
  useRun,
  useRuntime,
  useSettings,
} from "../../../../app/runtime/runtime-context.ts";
import type { Trace, TraceNode } from "../../../../folds/trace.ts";
import { canResumeMidway } from "../../../../runtime/resumable.ts";
import { isConfigured } from "../../../../session/preferences.ts";
import { type Cut, cutAt } from "../../../../session/retry-point.ts";
import { isUnderWay } from "../../../../session/run-store.ts";
import { isHop } from "../../../../stages/path.ts";
import { Button } from "../../../../ui-kit/Button.tsx";
import { RetryTools } from "../../../../ui-kit/RetryTools.tsx";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { useMethod } from "../../../../ui-kit/use-problems.ts";
import { stepText } from "../../text/step.ts";
import { stepPanelText } from "../../text/step-panel.ts";
import { whyText } from "../../text/why.ts";
import sheet from "./StepActions.module.css";

const css = classes(sheet);

export function StepActions({ node }: { node: TraceNode }) {
  const running = useRun(isUnderWay);
  const canBeCorrected = useRun((state) => isOpenToWord(state.trace, node));
  const canGoOn = useRun(({ events }) => cutAt(events, wordOn(node, null)) !== null);
  const doneAgain = useRun((state) => whereAgain(cutAt(state.events, again(node))));
  const reason = useRun((state) => whyNoWord(state.trace, node));
  const asksNobody = useRun(({ trace }) => !isAskedAbout(trace, node));
  const hasOther = useHasOther();
  if (running) return null;
  const goesOn = doneAgain === "here";
  return (
    <section className={css("actions")} aria-label={stepText.title}>
      {canBeCorrected && canGoOn ? <Word node={node} /> : null}
      {node.abandoned ? <p className={css("note")}>{stepText.leftBehind}</p> : null}
      {node.abandoned || canGoOn || reason === null ? null : (
        <p className={css("note")}>{stepText.noWord[reason]}</p>
      )}
      {doneAgain === null ? null : (
        <>
          <h4 className={css("head")}>{stepText.again}</h4>
          <RetryTools
            point={again(node)}
            label={goesOn ? stepPanelText.retry : whyText.beginAnew}
            alone={goesOn && asksNobody}
          />
          {goesOn && hasOther && !asksNobody ? (
            <p className={css("note")}>{stepText.alone}</p>
          ) : null}
        </>
      )}
    </section>
  );
}

function whereAgain(cut: Cut | null): "here" | "anew" | null {
  if (cut === null) return null;
  return cut.node === null ? "anew" : "here";
}

/** Null in a chain, whose steps explain it. */
function whyNoWord(trace: Trace, { parent }: TraceNode): keyof typeof stepText.noWord | null {
  if (trace.shape === "chain") return null;
  if (parent !== null) return "search";
  const hasSteps = [...trace.nodes.values()].some(
    (one) => one.parent !== null && one.answer !== null,
  );
  return hasSteps ? "parts" : "whole";
}

function isAskedAbout({ calls }: Trace, { id }: TraceNode): boolean {
  return [...calls.values()].some(({ start }) => start.node === id);
}

function useHasOther(): boolean {
  const configured = useSettings((state) => isConfigured(state.large));
  return useRun(({ trace }) => trace.stageTiers.solve === "large") || configured;
}

/** True for live steps of a chain; without a chain, for any step. */
function isOpenToWord(trace: Trace, node: TraceNode): boolean {
  if (trace.shape !== "chain") return true;
  return isHop(trace, node) && !node.abandoned;
}

const again = ({ id: node }: TraceNode) => ({ kind: "node", node }) as const;

const wordOn = ({ id: node }: TraceNode, answer: string | null) =>
  ({ kind: "correct", node, answer }) as const;

function Word({ node }: { node: TraceNode }) {
  const [answer, setAnswer] = useState("");
  const [missing, setMissing] = useState(false);
  const { say, setsBack } = useWord(node);
  const keptText = useRun(({ trace }) =>
    trace.shape === "chain" ? stepText.kept : stepText.keptAlone,
  );
  const input = useRef<HTMLInputElement>(null);
  const id = useId();

  function correct(event: FormEvent): void {
    event.preventDefault();
    const answerText = answer.replace(/\s+/gu, " ").trim();
    setMissing(answerText === "");
    if (answerText === "") input.current?.focus();
    else say(answerText);
  }

  return (
    <form className={css("word")} onSubmit={correct}>
      <h4 className={css("head")}>{stepText.title}</h4>
      <label htmlFor={id}>{stepText.answer}</label>
      <div className={css("row")}>
        <input
          ref={input}
          id={id}
          className={css("input")}
          value={answer}
          dir="auto"
          autoComplete="off"
          maxLength={longestAnswer}
          aria-invalid={missing || undefined}
          aria-describedby={`${id}-note`}
          onChange={(event) => setAnswer(event.target.value)}
        />
        <button type="submit" className={css("submit")}>
          {stepText.goOn}
        </button>
        <Button onClick={() => say(null)}>{stepText.unsolved}</Button>
      </div>
      <p className={css("note")} id={`${id}-note`} role={missing ? "alert" : undefined}>
        {missing ? stepText.empty : keptText} {setsBack ? stepText.setBack : null}
      </p>
    </form>
  );
}

/** The limit of a training record, in characters. */
const longestAnswer = 2000;

/** Restores the run's settings if the current ones could not resume it. */
function useWord(node: TraceNode): { say: (answer: string | null) => void; setsBack: boolean } {
  const { settings } = useRuntime();
  const retry = useRetry();
  const own = useSettings((state) => state.run);
  const went = useRun((state) => state.trace.start?.settings ?? null);
  const walked = useRun((state) => state.trace.shape);
  const method = useMethod();
  const next = { method: own.method, shape: method?.shape(own) ?? "single" };
  const setsBack = went !== null && !canResumeMidway({ method: went.method, shape: walked }, next);
  return {
    setsBack,
    say(answer) {
      if (setsBack) settings.getState().changeRun(went);
      retry(wordOn(node, answer), null);
    },
  };
}
