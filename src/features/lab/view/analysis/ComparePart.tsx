/** Two runs of one question, their trees side by side, and where they diverge. */

import { useEffect, useMemo, useRef, useState } from "react";
import { navigate, paths } from "../../../../app/runtime/routes.ts";
import { useApp } from "../../../../app/runtime/runtime-context.ts";
import type { CostId, LabResult, MetricId } from "../../../../evaluation/types.ts";
import { type DecisiveStep, firstDivergence } from "../../../../folds/divergence.ts";
import type { RunEvent } from "../../../../log/events.ts";
import { Button, TextButton } from "../../../../ui-kit/Button.tsx";
import { answeredText } from "../../../../ui-kit/text/answered.ts";
import { compareText } from "../../../runs/text/compare.ts";
import { DivergingTree } from "../../../runs/view/compare/DivergingTree.tsx";
import { type MirroredSide, MirroredTrees } from "../../../runs/view/compare/MirroredTrees.tsx";
import { TreeSide, TwoTrees } from "../../../runs/view/compare/TwoTrees.tsx";
import { costWithUnit, points, labAnalysisText as words } from "../../text/lab-analysis.ts";
import { css } from "./css.ts";
import { useShownSet } from "./question-set.tsx";
import { useAnalysis, useAnalysisContext, useTitles } from "./use-analysis.ts";

type Log = readonly RunEvent[] | null;

/**
 * `around`: mirrored around the step where they diverge, to fill a column; otherwise each tree as
 * in Ask.
 */
export function ComparePart({ around = false }: { around?: boolean }) {
  const question = useAnalysis((state) => state.question);
  if (question === null) return null;
  return <Comparison key={question} question={question} around={around} />;
}

function Comparison({ question, around }: { question: string; around: boolean }) {
  const { store, questions } = useAnalysisContext();
  const own = useAnalysis((state) => state.configuration);
  const against = useAnalysis((state) => state.against);
  const heading = useRef<HTMLHeadingElement>(null);
  const known = questions.get(question);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={css("figure", around && "around")} aria-labelledby="lab-compare">
      <header className={css("figureHead")}>
        <h3 id="lab-compare" ref={heading} tabIndex={-1}>
          {words.compareTitle}
        </h3>
        <TextButton onClick={() => store.choose({ question: null })}>{words.close}</TextButton>
      </header>
      <p className={css("asked")} dir="auto">
        {known?.question ?? question}
      </p>
      {known === undefined ? null : <p>{words.expected(known.answers.join(" · "))}</p>}
      {own === null || against === null || own === against ? (
        <p>{words.noComparison}</p>
      ) : (
        <TwoRuns
          key={`${own} ${against}`}
          question={question}
          pair={[against, own]}
          around={around}
        />
      )}
    </section>
  );
}

function TwoRuns(props: { question: string; pair: readonly [string, string]; around: boolean }) {
  const { question, pair, around } = props;
  const [left, right] = pair;
  const { log } = useAnalysisContext();
  const title = useTitles();
  const [logs, setLogs] = useState<readonly [Log, Log] | null>(null);
  useEffect(() => {
    let wanted = true;
    void Promise.all([log(question, left), log(question, right)]).then((both) => {
      if (wanted) setLogs(both);
    });
    return () => {
      wanted = false;
    };
  }, [log, question, left, right]);
  const parted = useMemo(() => {
    if (logs === null || logs[0] === null || logs[1] === null) return null;
    return { at: firstDivergence(logs[0], logs[1]) };
  }, [logs]);
  if (logs === null) return <p role="status">{words.loadingRuns}</p>;
  const [ours, theirs] = logs;
  const side = (id: string, own: readonly RunEvent[]): MirroredSide => ({
    title: title(id),
    log: own,
    head: <OneResult id={id} question={question} />,
    foot: <OpenInAsk log={own} title={title(id)} />,
  });
  return (
    <>
      {parted === null ? null : (
        // The mirrored picture shows this; only side-by-side trees need a visible sentence.
        <p role="status" className={around ? "visually-hidden" : css("parted")}>
          {parted.at === null
            ? compareText.sameRuns
            : compareText.parted(
                parted.at.shared,
                compareText.partedSide(title(left), parted.at.a),
                compareText.partedSide(title(right), parted.at.b),
              )}
        </p>
      )}
      {around && ours !== null && theirs !== null ? (
        <MirroredTrees
          sides={[side(left, ours), side(right, theirs)]}
          parted={parted?.at ?? null}
        />
      ) : (
        <TwoTrees>
          <OneRun id={left} question={question} log={ours} step={parted?.at?.a ?? null} />
          <OneRun id={right} question={question} log={theirs} step={parted?.at?.b ?? null} />
        </TwoTrees>
      )}
    </>
  );
}

function OneRun(props: { id: string; question: string; log: Log; step: DecisiveStep | null }) {
  const { id, question, log, step } = props;
  const title = useTitles();
  return (
    <TreeSide title={title(id)} level="h4">
      <OneResult id={id} question={question} />
      {log === null ? (
        <p>{words.noLog(title(id))}</p>
      ) : (
        <>
          <OpenInAsk log={log} title={title(id)} />
          <DivergingTree log={log} step={step} />
        </>
      )}
    </TreeSide>
  );
}

function OneResult({ id, question }: { id: string; question: string }) {
  const shown = useShownSet();
  const place = shown?.columns.questions.indexOf(question) ?? -1;
  const result = shown?.columns.byConfiguration.get(id)?.results[place] ?? null;
  return result === null ? null : <ResultLine result={result} />;
}

/** Opens it in Ask like a run file: to read in full, keep, or continue. */
function OpenInAsk({ log, title }: { log: readonly RunEvent[]; title: string }) {
  const { runtime, view } = useApp();
  return (
    <p>
      <Button
        aria-label={words.openInAskOf(title)}
        onClick={() => {
          view.getState().select(null);
          void runtime.openLog(log, "lab").then(() => navigate(paths.ask));
        }}
      >
        {words.openInAsk}
      </Button>
    </p>
  );
}

function ResultLine({ result }: { result: LabResult }) {
  const metric = useAnalysis((state) => state.metric);
  const cost = useAnalysis((state) => state.cost);
  const failed = result.outcome === "failed";
  return (
    <p>
      <span dir="auto" className={css("predicted")}>
        {failed ? words.failedAnswer : result.prediction}
      </span>{" "}
      {failed || result.found === undefined ? null : (
        <span className={css("soft")}>
          ({answeredText.kind(result.found, result.sure ?? null)}){" "}
        </span>
      )}
      <span className={css("soft")}>
        {scored(result, metric)} · {spent(result, cost)}
      </span>
    </p>
  );
}

/** One answer's score: right or wrong for binary metrics. */
function scored({ metrics }: LabResult, metric: MetricId): string {
  const score = metrics[metric] ?? null;
  if (metric === "right" && score === 1) return words.right;
  if (metric === "right" && score === 0) return words.wrong;
  return `${words.metrics[metric]} ${points(score, 0)}`;
}

function spent({ total }: LabResult, cost: CostId): string {
  return cost === "usd" && total.usd === 0 ? words.free : costWithUnit(cost, total[cost]);
}
