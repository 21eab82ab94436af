/** What a batch's results say: advice, pictures, questions, and the paper's tables. */
import { type ReactNode, useEffect, useMemo, useState } from "react";
import {
  costIds,
  type LabAnalysis,
  type LabBatch,
  type LabResult,
  metricIds,
  type Verdicts,
} from "../../../../evaluation/types.ts";
import { Button } from "../../../../ui-kit/Button.tsx";
import { SelectField } from "../../../../ui-kit/Field.tsx";
import { PanelBoundary } from "../../../../ui-kit/PanelBoundary.tsx";
import { errorText } from "../../../../ui-kit/text/errors.ts";
import type { LabAnalysisStore } from "../../analysis.ts";
import { type AnalysisClient, createAnalysisClient } from "../../analysis-client.ts";
import { firstScreenText } from "../../text/first-screen.ts";
import { labAnalysisText as words } from "../../text/lab-analysis.ts";
import { FirstScreen } from "../first/FirstScreen.tsx";
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
import { useCreatedAnalysis } from "./use-created-analysis.ts";
import { useRepriced } from "./use-repriced.tsx";

/** While a batch runs, its figures follow at most so often. */
const followEveryMs = 2000;

export function AnalysisView(props: { batchId: string; createAnalyst?: () => AnalysisClient }) {
  const { batchId, createAnalyst: create = createAnalysisClient } = props;
  const lab = useLab();
  const open = useLabState((state) => (state.open?.batch.id === batchId ? state.open : null));
  const store = useCreatedAnalysis(create);
  const questions = useQuestions(batchId, open?.batch.questionCount ?? 0);
  const log = useMemo(
    () => (question: string, configuration: string) => lab.log(batchId, question, configuration),
    [lab, batchId],
  );
  return (
    <Analysed
      store={store}
      batch={open?.batch ?? null}
      recorded={useUnhurried(open?.results ?? null)}
      questions={questions}
      log={log}
      logged={null}
      first={null}
      countedAs={null}
    />
  );
}

/** The first screen of any results, and below it everything else. */
export function Analysed(props: {
  store: LabAnalysisStore;
  batch: LabBatch | null;
  recorded: readonly LabResult[] | null;
  questions: AnalysisContext["questions"];
  log: AnalysisContext["log"];
  /** Questions whose runs can be opened; null: any may have some. */
  logged: readonly string[] | null;
  /** What is shown until the results are there. */
  first: Verdicts | null;
  /** What the money of `recorded` is counted as; null: as it was billed. */
  countedAs: string | null;
}) {
  const { store, batch, recorded, questions, log, logged, first, countedAs } = props;
  const { results, control, isPriced } = useRepriced(batch, recorded, log, countedAs);
  useEffect(() => {
    if (batch !== null && results !== null) void store.show(batch, results);
  }, [store, batch, results]);
  useEffect(() => {
    // Who asks for another price looks at money.
    if (isPriced) void store.chargeBy("usd");
  }, [store, isPriced]);
  const context = useMemo(
    (): AnalysisContext => ({ store, questions, log }),
    [store, questions, log],
  );
  return (
    <AnalysisHolder value={context}>
      <Instrument pricing={control} first={first} logged={logged} />
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

function Instrument(props: {
  pricing: ReactNode;
  first: Verdicts | null;
  logged: readonly string[] | null;
}) {
  const { pricing, first, logged } = props;
  const { store } = useAnalysisContext();
  const status = useAnalysis((state) => state.status);
  const error = useAnalysis((state) => state.error);
  const analysis = useAnalysis((state) => state.analysis);
  const batch = useAnalysis((state) => state.batch);
  const verdicts = useLast(batch === null ? first : (analysis?.verdicts ?? null), first);
  return (
    <section className={css("instrument")} aria-label={words.title}>
      {status === "empty" && first === null ? <p>{words.empty}</p> : null}
      {status === "working" && analysis === null && verdicts === null ? (
        <p role="status">{words.working}</p>
      ) : null}
      {status === "failed" ? (
        <div role="alert" className={css("warning")}>
          <p>
            {words.failed} {error === null ? "" : errorText(error).body}
          </p>
          <Button onClick={() => void store.again()}>{words.again}</Button>
        </div>
      ) : null}
      {verdicts === null ? null : (
        <PanelBoundary>
          <FirstScreen verdicts={verdicts} logged={logged} />
        </PanelBoundary>
      )}
      {batch === null ? null : (
        <Below
          key={verdicts === null ? "open" : "folded"}
          batch={batch}
          analysis={analysis}
          folded={verdicts !== null}
          pricing={pricing}
        />
      )}
    </section>
  );
}

/** The last that there was: while others are worked out, a picture is not taken away. */
function useLast(now: Verdicts | null, first: Verdicts | null): Verdicts | null {
  const [last, setLast] = useState(now ?? first);
  useEffect(() => {
    if (now !== null) setLast(now);
  }, [now]);
  return now ?? last;
}

/** Fetched and worked through when they are opened: nobody meets them on arrival. */
function Below(props: {
  batch: LabBatch;
  analysis: LabAnalysis | null;
  folded: boolean;
  pricing: ReactNode;
}) {
  const { batch, analysis, folded, pricing } = props;
  const [isOpen, setOpen] = useState(!folded);
  const inside = (
    <>
      <header className={css("head")}>
        {analysis === null ? null : (
          <p className={css("soft")}>
            {words.counted(analysis.questions, analysis.summaries.length)}{" "}
            {folded ? firstScreenText.mean : null}
          </p>
        )}
        <JudgedBy />
        {pricing}
      </header>
      {analysis === null ? null : <Parts analysis={analysis} batch={batch} folded={folded} />}
    </>
  );
  if (!folded) return inside;
  return (
    <section className={css("below")} aria-label={firstScreenText.below}>
      <h3>
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <span aria-hidden="true">{isOpen ? "▾" : "▸"}</span> {firstScreenText.below}
        </button>
      </h3>
      {isOpen ? <div className={css("instrument")}>{inside}</div> : null}
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
function Parts(props: { analysis: LabAnalysis; batch: LabBatch; folded: boolean }) {
  const { analysis, batch, folded } = props;
  return (
    <QuestionSetProvider>
      {folded ? null : (
        <PanelBoundary>
          <AdvicePart analysis={analysis} />
        </PanelBoundary>
      )}
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
      {folded ? null : (
        <PanelBoundary>
          <ComparePart />
        </PanelBoundary>
      )}
      <PanelBoundary>
        <PrintedPart analysis={analysis} batch={batch} />
      </PanelBoundary>
    </QuestionSetProvider>
  );
}
