/** Two runs of one question, their trees side by side, and where they part. */

import { useEffect, useMemo, useRef, useState } from "react";
import { navigate, paths } from "../../../../app/runtime/routes.ts";
import { useApp } from "../../../../app/runtime/runtime-context.ts";
import type { LabResult } from "../../../../evaluation/types.ts";
import { type DecisiveStep, firstDivergence } from "../../../../folds/divergence.ts";
import type { RunEvent } from "../../../../log/events.ts";
import { Button, TextButton } from "../../../../ui-kit/Button.tsx";
import { answeredText } from "../../../../ui-kit/text/answered.ts";
import { compareText } from "../../../runs/text/compare.ts";
import { DivergingTree } from "../../../runs/view/compare/DivergingTree.tsx";
import { TreeSide, TwoTrees } from "../../../runs/view/compare/TwoTrees.tsx";
import { costWithUnit, points, labAnalysisText as words } from "../../text/lab-analysis.ts";
import { css } from "./css.ts";
import { useShownSet } from "./question-set.tsx";
import { useAnalysis, useAnalysisContext, useTitles } from "./use-analysis.ts";

type Log = readonly RunEvent[] | null;

export function ComparePart() {
  const question = useAnalysis((state) => state.question);
  if (question === null) return null;
  return <Comparison key={question} question={question} />;
}

function Comparison({ question }: { question: string }) {
  const { store, questions } = useAnalysisContext();
  const own = useAnalysis((state) => state.configuration);
  const against = useAnalysis((state) => state.against);
  const heading = useRef<HTMLHeadingElement>(null);
  const known = questions.get(question);
  // The person pressed a question: what opened is where they go on.
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={css("figure")} aria-labelledby="lab-compare">
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
        <TwoRuns key={`${own} ${against}`} question={question} pair={[against, own]} />
      )}
    </section>
  );
}

function TwoRuns(props: { question: string; pair: readonly [string, string] }) {
  const { question, pair } = props;
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
  return (
    <>
      {parted === null ? null : (
        <p role="status" className={css("parted")}>
          {parted.at === null
            ? compareText.sameRuns
            : compareText.parted(
                parted.at.shared,
                compareText.partedSide(title(left), parted.at.a),
                compareText.partedSide(title(right), parted.at.b),
              )}
        </p>
      )}
      <TwoTrees>
        <OneRun id={left} question={question} log={logs[0]} step={parted?.at?.a ?? null} />
        <OneRun id={right} question={question} log={logs[1]} step={parted?.at?.b ?? null} />
      </TwoTrees>
    </>
  );
}

function OneRun(props: { id: string; question: string; log: Log; step: DecisiveStep | null }) {
  const { id, question, log, step } = props;
  const title = useTitles();
  const shown = useShownSet();
  const place = shown?.columns.questions.indexOf(question) ?? -1;
  const result = shown?.columns.byConfiguration.get(id)?.results[place] ?? null;
  return (
    <TreeSide title={title(id)} level="h4">
      {result === null ? null : <ResultLine result={result} />}
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

/** As a run of a file: it can be read there in full, kept, and gone on with. */
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
        <span className={css("soft")}>({answeredText.kinds[result.found]}) </span>
      )}
      <span className={css("soft")}>
        {words.metrics[metric]} {points(result.metrics[metric] ?? null, 0)} ·{" "}
        {costWithUnit(cost, result.total[cost])}
      </span>
    </p>
  );
}
