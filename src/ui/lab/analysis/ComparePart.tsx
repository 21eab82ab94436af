/** Two runs of one question, their trees side by side, and where they part. */
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import type { RunEvent } from "../../../core/events.ts";
import { type DecisiveStep, firstDivergence } from "../../../core/folds/divergence.ts";
import { foldTrace } from "../../../core/folds/trace.ts";
import type { LabResult } from "../../../lab/types.ts";
import { answerId, treeItems } from "../../../viz/tree-model.ts";
import { TextButton } from "../../shared/Button.tsx";
import { AppContextHolder, useRuntime } from "../../shared/runtime-context.ts";
import { createViewStore } from "../../shared/view-store.ts";
import { costText, points, labAnalysisText as words } from "../../text/lab-analysis-en.ts";
import { TreeList } from "../../tree/TreeList.tsx";
import { TreePicture } from "../../tree/TreePicture.tsx";
import { itemSentence } from "../../tree/words.ts";
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
            ? words.sameRuns
            : words.parted(
                parted.at.shared,
                words.partedSide(title(left), parted.at.a),
                words.partedSide(title(right), parted.at.b),
              )}
        </p>
      )}
      <div className={css("twoTrees")}>
        <OneRun id={left} question={question} log={logs[0]} step={parted?.at?.a ?? null} />
        <OneRun id={right} question={question} log={logs[1]} step={parted?.at?.b ?? null} />
      </div>
    </>
  );
}

function OneRun(props: { id: string; question: string; log: Log; step: DecisiveStep | null }) {
  const { id, question, log, step } = props;
  const title = useTitles();
  const shown = useShownSet();
  const place = shown?.columns.questions.indexOf(question) ?? -1;
  const result = shown?.columns.byConfiguration.get(id)?.results[place] ?? null;
  const items = useMemo(() => (log === null ? [] : treeItems(foldTrace(log))), [log]);
  return (
    <section aria-label={words.treeOf(title(id))} className={css("oneTree")}>
      <h4>{title(id)}</h4>
      {result === null ? null : <ResultLine result={result} />}
      {log === null ? (
        <p>{words.noLog(title(id))}</p>
      ) : (
        <OwnView mark={step === null ? null : markOf(step)}>
          {(active) => {
            const marked = items.find((item) => item.id === active);
            const here = step !== null && marked?.id === markOf(step);
            return (
              <>
                <TreePicture
                  orientation="down"
                  items={items}
                  caption={
                    <p className={css("caption")} dir="auto">
                      {here ? `${words.partedHere}: ` : ""}
                      {marked === undefined ? "" : itemSentence(marked)}
                    </p>
                  }
                />
                <TreeList items={items} shown={false} />
              </>
            );
          }}
        </OwnView>
      )}
    </section>
  );
}

/** The step of the tree where a run parts from the other. */
function markOf({ node, kind }: DecisiveStep): string | null {
  return node ?? (kind === "answer" ? answerId : null);
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
      <span className={css("soft")}>
        {words.metrics[metric]} {points(result.metrics[metric] ?? null, 0)} ·{" "}
        {costText(cost, result.total[cost])} {words.costs[cost]}
      </span>
    </p>
  );
}

/**
 * Each tree has a selection of its own: the mark is where the runs part, and stays; what a
 * person points at or presses is told under the picture.
 */
function OwnView(props: { mark: string | null; children: (active: string | null) => ReactNode }) {
  const { mark, children } = props;
  const runtime = useRuntime();
  const [view] = useState(() => {
    const store = createViewStore();
    store.setState({ select: (id) => store.setState({ active: id }) });
    return store;
  });
  useEffect(() => view.setState({ selected: mark }), [view, mark]);
  const active = useStore(view, (state) => state.active);
  return <AppContextHolder value={{ runtime, view }}>{children(active ?? mark)}</AppContextHolder>;
}
