/** What a batch's results say: advice, pictures, questions, and the paper's tables. */
import { type ReactNode, useEffect, useMemo, useState } from "react";
import {
  costIds,
  type LabAnalysis,
  type LabBatch,
  type LabResult,
  metricIds,
} from "../../../../evaluation/types.ts";
import { Button } from "../../../../ui-kit/Button.tsx";
import { SelectField } from "../../../../ui-kit/Field.tsx";
import { PanelBoundary } from "../../../../ui-kit/PanelBoundary.tsx";
import { errorText } from "../../../../ui-kit/text/errors.ts";
import { createLabAnalysis } from "../../analysis.ts";
import { type AnalysisClient, createAnalysisClient } from "../../analysis-client.ts";
import { labAnalysisText as words } from "../../text/lab-analysis.ts";
import { useLab, useLabState } from "../lab-context.ts";
import { AdvicePart } from "./AdvicePart.tsx";
import { CombinationsPart } from "./CombinationsPart.tsx";
import { ComparePart } from "./ComparePart.tsx";
import { css } from "./css.ts";
import { CoursePart, MeasuresPart } from "./MeasuresPart.tsx";
import { PrintedPart } from "./PrintedPart.tsx";
import { QuestionsPart } from "./QuestionsPart.tsx";
import { QuestionSetProvider } from "./question-set.tsx";
import { RoiPart } from "./RoiPart.tsx";
import { ShapleyPart } from "./ShapleyPart.tsx";
import {
  type AnalysisContext,
  AnalysisHolder,
  type QuestionWords,
  useAnalysis,
  useAnalysisContext,
} from "./use-analysis.ts";
import { useRepriced } from "./use-repriced.tsx";

/** While a batch runs, its figures follow at most so often. */
const followEveryMs = 2000;

export function AnalysisView(props: { batchId: string; createAnalyst?: () => AnalysisClient }) {
  const { batchId, createAnalyst: create = createAnalysisClient } = props;
  const lab = useLab();
  const open = useLabState((state) => (state.open?.batch.id === batchId ? state.open : null));
  const [store] = useState(() => createLabAnalysis(create(), lab.looks));
  const questions = useQuestions(batchId, open?.batch.questionCount ?? 0);
  const batch = open?.batch ?? null;
  const recorded = useUnhurried(open?.results ?? null);
  const { results, control } = useRepriced(batch, recorded);
  useEffect(() => {
    if (batch !== null && results !== null) void store.show(batch, results);
  }, [store, batch, results]);
  useEffect(() => () => store.close(), [store]);
  const context = useMemo(
    (): AnalysisContext => ({
      store,
      questions,
      log: (question, configuration) => lab.log(batchId, question, configuration),
    }),
    [store, questions, lab, batchId],
  );
  return (
    <AnalysisHolder value={context}>
      <Instrument pricing={control} />
    </AnalysisHolder>
  );
}

/** Their words, fetched once a batch. */
function useQuestions(batchId: string, count: number): ReadonlyMap<string, QuestionWords> {
  const lab = useLab();
  const [questions, setQuestions] = useState<ReadonlyMap<string, QuestionWords>>(new Map());
  useEffect(() => {
    let wanted = count > 0;
    if (!wanted) return;
    void lab.questions(batchId).then((rows) => {
      if (wanted) setQuestions(new Map(rows.map((row) => [row.id, row])));
    });
    return () => {
      wanted = false;
    };
  }, [lab, batchId, count]);
  return questions;
}

/** The newest results, but not every one at once: the first at once, later ones after a while. */
function useUnhurried(results: readonly LabResult[] | null): readonly LabResult[] | null {
  const [shown, setShown] = useState(results);
  const isFirst = shown === null;
  useEffect(() => {
    if (results === shown) return;
    const timer = setTimeout(() => setShown(results), isFirst ? 0 : followEveryMs);
    return () => clearTimeout(timer);
  }, [results, shown, isFirst]);
  return shown;
}

function Instrument({ pricing }: { pricing: ReactNode }) {
  const { store } = useAnalysisContext();
  const status = useAnalysis((state) => state.status);
  const error = useAnalysis((state) => state.error);
  const analysis = useAnalysis((state) => state.analysis);
  const batch = useAnalysis((state) => state.batch);
  return (
    <section className={css("instrument")} aria-labelledby="lab-analysis">
      <header className={css("head")}>
        <h2 id="lab-analysis">{words.title}</h2>
        {analysis === null ? null : (
          <p className={css("soft")}>
            {words.counted(analysis.questions, analysis.summaries.length)}
          </p>
        )}
        <JudgedBy />
        {pricing}
      </header>
      {status === "empty" ? <p>{words.empty}</p> : null}
      {status === "working" && analysis === null ? <p role="status">{words.working}</p> : null}
      {status === "failed" ? (
        <div role="alert" className={css("warning")}>
          <p>
            {words.failed} {error === null ? "" : errorText(error).body}
          </p>
          <Button onClick={() => void store.again()}>{words.again}</Button>
        </div>
      ) : null}
      {analysis === null || batch === null ? null : <Parts analysis={analysis} batch={batch} />}
    </section>
  );
}

function JudgedBy() {
  const { store } = useAnalysisContext();
  const metric = useAnalysis((state) => state.metric);
  const cost = useAnalysis((state) => state.cost);
  return (
    <div className={css("fields")}>
      <SelectField
        label={words.judgeBy}
        value={metric}
        options={metricIds.map((value) => ({ value, label: words.metrics[value] }))}
        onChange={(value) => void store.judgeBy(value)}
      />
      <SelectField
        label={words.chargeBy}
        value={cost}
        options={costIds.map((value) => ({ value, label: words.costs[value] }))}
        onChange={(value) => void store.chargeBy(value)}
      />
    </div>
  );
}

/** One fault must not take the other pictures with it. */
function Parts({ analysis, batch }: { analysis: LabAnalysis; batch: LabBatch }) {
  return (
    <QuestionSetProvider>
      <PanelBoundary>
        <AdvicePart analysis={analysis} />
      </PanelBoundary>
      <PanelBoundary>
        <RoiPart analysis={analysis} />
      </PanelBoundary>
      <PanelBoundary>
        <CombinationsPart analysis={analysis} batch={batch} />
      </PanelBoundary>
      <PanelBoundary>
        <MeasuresPart analysis={analysis} />
      </PanelBoundary>
      <PanelBoundary>
        <CoursePart analysis={analysis} />
      </PanelBoundary>
      <PanelBoundary>
        <ShapleyPart analysis={analysis} />
      </PanelBoundary>
      <PanelBoundary>
        <QuestionsPart batch={batch} />
      </PanelBoundary>
      <PanelBoundary>
        <ComparePart />
      </PanelBoundary>
      <PanelBoundary>
        <PrintedPart analysis={analysis} batch={batch} />
      </PanelBoundary>
    </QuestionSetProvider>
  );
}
