/** A running batch: current questions, progress, spending, and the buttons. */
import { useEffect, useMemo, useState } from "react";
import type { Estimate } from "../../../../evaluation/batch/estimate.ts";
import type { BatchProgress } from "../../../../evaluation/batch/progress.ts";
import type { LabResult } from "../../../../evaluation/types.ts";
import { LoadingRows } from "../../../../ui-kit/LoadingPanel.tsx";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { usd } from "../../../../ui-kit/text/format.ts";
import type { OpenBatch } from "../../state.ts";
import {
  estimateBasis,
  moneyRange,
  timeRange,
  labBatchText as words,
} from "../../text/lab-batch.ts";
import { useLab, useLabState } from "../lab-context.ts";
import { BudgetLine } from "./BudgetLine.tsx";
import sheet from "./Lab.module.css";
import runSheet from "./Run.module.css";
import { RunTools } from "./RunTools.tsx";
import { ErrorLine } from "./Section.tsx";
import { SettlingPart } from "./SettlingPart.tsx";
import { useSecondsUntil, useSpoken } from "./use-clock.ts";

const css = classes({ ...sheet, ...runSheet });

/** Announcement interval for screen readers. */
const speakEveryMs = 10_000;

export function RunPanel({ open }: { open: OpenBatch }) {
  const { progress, imported, elsewhere, keepsLogs } = open;
  const isRunning = useLabState((state) => state.running === open.batch.id);
  const { phase } = progress;
  // The results are below; progress is no longer of use.
  const isOver = imported || phase === "done";
  return (
    <section className={css("panel")} aria-label={words.progress}>
      <div className={css("panelHead")}>
        <State open={open} />
        {imported || elsewhere ? null : <RunTools open={open} />}
      </div>
      {progress.error === null ? null : <ErrorLine error={progress.error} />}
      {isRunning ? <LoadingRows /> : null}
      {isOver ? null : (
        <>
          <progress
            className={css("progress")}
            max={Math.max(1, progress.total)}
            value={progress.done}
            aria-label={words.progress}
          />
          <Bookkeeping
            progress={progress}
            budgetUsd={open.batch.budgetUsd}
            runs={phase !== "idle" && phase !== "paused"}
            progressOf={open.batch.untilSettled === true ? words.atMost : words.progressOf}
          />
        </>
      )}
      {open.batch.untilSettled === true ? <SettlingPart open={open} /> : null}
      {imported ? null : <BudgetLine open={open} />}
      {imported ? null : <LeftToDo open={open} />}
      {isRunning || elsewhere ? null : <SideBySide results={open.results} />}
      {imported || keepsLogs ? null : <p className={css("soft")}>{words.noLogs}</p>}
      <Current progress={progress} open={open} />
      <Spoken progress={progress} />
    </section>
  );
}

function SideBySide({ results }: { results: readonly LabResult[] }) {
  const most = useMemo(
    () => results.reduce((most, { atOnce = 1 }) => Math.max(most, atOnce), 1),
    [results],
  );
  return most === 1 ? null : <p className={css("soft")}>{words.sideBySide(most)}</p>;
}

function State({ open }: { open: OpenBatch }) {
  const { progress, imported, elsewhere } = open;
  const secondsLeft = useSecondsUntil(progress.waitingUntilEpochMs);
  const { phase, reason } = progress;
  return (
    <div className={css("state")}>
      <p className={css("phase")}>
        {imported ? words.isReport : words.phases[phase]}
        {secondsLeft === null ? null : <strong> {words.goesOnIn(secondsLeft)}</strong>}
      </p>
      {phase === "paused" && reason !== null ? <p>{words.reasons[reason]}</p> : null}
      {elsewhere ? <p className={css("note")}>{words.elsewhere}</p> : null}
    </div>
  );
}

/** One line: progress, speed and spending; without the speed if it is not running. */
function Bookkeeping({ progress, budgetUsd, runs, progressOf }: BookkeepingProps) {
  const { done, total, failed, perMinute, secondsLeft, paidUsd, rememberedCalls } = progress;
  const paid = budgetUsd === null ? usd(paidUsd) : words.paidOf(usd(paidUsd), usd(budgetUsd));
  const kept = words.bookkeeping;
  return (
    <p className={css("bookkeeping")}>
      <span>{progressOf(done, total)}</span>
      {failed === 0 ? null : (
        <span className={css("failedFigure")}>{words.failedCount(failed)}</span>
      )}
      {runs ? (
        <>
          <span>{kept.rate(perMinute)}</span>
          <span>{kept.left(secondsLeft)}</span>
        </>
      ) : null}
      <span>{kept.paid(paid)}</span>
      {runs && rememberedCalls > 0 ? <span>{kept.remembered(rememberedCalls)}</span> : null}
    </p>
  );
}

interface BookkeepingProps {
  progress: BatchProgress;
  budgetUsd: number | null;
  runs: boolean;
  progressOf: (done: number, total: number) => string;
}

/** Estimate of the rest before resuming; recomputed at each pause. */
function LeftToDo({ open }: { open: OpenBatch }) {
  const lab = useLab();
  const { phase, done } = open.progress;
  const { id, budgetUsd, untilSettled } = open.batch;
  const [estimate, setEstimate] = useState<Estimate | null>(null);
  const still = phase === "idle" || phase === "paused";
  // biome-ignore lint/correctness/useExhaustiveDependencies: another count or budget is another rest
  useEffect(() => {
    if (!still) return;
    let wanted = true;
    void lab.estimateLeft(id).then((found) => {
      if (wanted) setEstimate(found);
    });
    return () => {
      wanted = false;
    };
  }, [lab, id, still, done, budgetUsd]);
  if (!still || estimate === null) return null;
  const leftToDo = untilSettled === true ? words.leftAtMost : words.leftToDo;
  // With few answers their variance is unknown.
  if (estimate.seconds === null) return <p className={css("soft")}>{words.leftUnknown}</p>;
  return (
    <p className={css("soft")}>
      {leftToDo(moneyRange(estimate), timeRange(estimate))} {estimateBasis(estimate)}
    </p>
  );
}

function Current({ progress, open }: { progress: BatchProgress; open: OpenBatch }) {
  const { underWay } = progress;
  const textOf = useQuestionTexts(open.batch.id, underWay.length > 0);
  const titleOf = (id: string) =>
    open.batch.configurations.find((one) => one.id === id)?.title ?? "";
  return underWay.map(({ question, configuration }) => {
    const text = textOf.get(question);
    if (text === undefined) return null;
    return (
      <p key={`${question} ${configuration}`} className={css("current")}>
        <span className={css("soft")}>{words.asking(titleOf(configuration))}</span>{" "}
        <span dir="auto">{text}</span>
      </p>
    );
  });
}

function useQuestionTexts(batchId: string, isRunning: boolean): ReadonlyMap<string, string> {
  const lab = useLab();
  const [texts, setTexts] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    if (!isRunning) return;
    let wanted = true;
    void lab.questions(batchId).then((rows) => {
      if (wanted) setTexts(new Map(rows.map(({ id, question }) => [id, question])));
    });
    return () => {
      wanted = false;
    };
  }, [lab, batchId, isRunning]);
  return texts;
}

function Spoken({ progress }: { progress: BatchProgress }) {
  const { phase, done, total, failed, secondsLeft } = progress;
  const at = words.spoken.at(done, total, phase === "running" ? secondsLeft : null);
  const sentence = `${words.phases[phase]} ${at}${words.spoken.failed(failed)}`;
  return (
    <p className="visually-hidden" aria-live="polite">
      {useSpoken(sentence, speakEveryMs)}
    </p>
  );
}
