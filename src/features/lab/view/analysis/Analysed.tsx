/**
 * The analysis of results: the first screen, and collapsed below it advice, pictures, questions
 * and the paper's tables.
 */
import { type ReactNode, Suspense, useEffect, useMemo, useState } from "react";
import {
  type Ceiling,
  costIds,
  type LabAnalysis,
  type LabBatch,
  type LabResult,
  metricIds,
  type Verdicts,
} from "../../../../evaluation/types.ts";
import { labViews } from "../../../../session/lab-looks.ts";
import { Button } from "../../../../ui-kit/Button.tsx";
import { SelectField } from "../../../../ui-kit/Field.tsx";
import { lazyPart } from "../../../../ui-kit/lazy-part.tsx";
import { PanelBoundary } from "../../../../ui-kit/PanelBoundary.tsx";
import { errorText } from "../../../../ui-kit/text/errors.ts";
import { whenIdle } from "../../../../ui-kit/when-idle.ts";
import type { LabAnalysisStore } from "../../analysis.ts";
import { firstScreenText } from "../../text/first-screen.ts";
import { labAnalysisText as words } from "../../text/lab-analysis.ts";
import { CeilingList } from "../first/CeilingLine.tsx";
import { FirstScreen } from "../first/FirstScreen.tsx";
import { css } from "./css.ts";
import {
  type AnalysisContext,
  AnalysisHolder,
  useAnalysis,
  useAnalysisContext,
} from "./use-analysis.ts";
import { useRepriced } from "./use-repriced.tsx";

/** Not visible on arrival, so loaded in idle time. */
const QuestionsView = lazyPart(async () => (await import("./QuestionsView.tsx")).QuestionsView);
export const Parts = lazyPart(async () => (await import("./Parts.tsx")).Parts);

export function Analysed(props: {
  store: LabAnalysisStore;
  batch: LabBatch | null;
  recorded: readonly LabResult[] | null;
  questions: AnalysisContext["questions"];
  log: AnalysisContext["log"];
  /** Questions whose runs can be opened; null: any may have some. */
  logged: readonly string[] | null;
  first: Verdicts | null;
  firstCeilings?: readonly Ceiling[] | undefined;
  /** Model at whose price `recorded` is counted; null: as billed. */
  countedAs: string | null;
}) {
  const { store, batch, recorded, questions, log, logged, first, countedAs } = props;
  const { results, control, price } = useRepriced(batch, recorded, log, countedAs);
  useEffect(() => {
    if (batch !== null && results !== null) void store.show(batch, results);
  }, [store, batch, results]);
  useEffect(
    () =>
      whenIdle(() => {
        void Parts.ahead();
        void QuestionsView.ahead();
      }),
    [],
  );
  const isPriced = price !== null;
  useEffect(() => {
    // Choosing another price switches the cost to money.
    if (isPriced) void store.chargeBy("usd");
  }, [store, isPriced]);
  const context = useMemo(
    (): AnalysisContext => ({ store, questions, price, log }),
    [store, questions, price, log],
  );
  return (
    <AnalysisHolder value={context}>
      <Instrument
        pricing={control}
        first={first}
        firstCeilings={props.firstCeilings ?? []}
        logged={logged}
      />
    </AnalysisHolder>
  );
}

function Instrument(props: {
  pricing: ReactNode;
  first: Verdicts | null;
  firstCeilings: readonly Ceiling[];
  logged: readonly string[] | null;
}) {
  const { pricing, first, firstCeilings, logged } = props;
  const { store } = useAnalysisContext();
  const status = useAnalysis((state) => state.status);
  const error = useAnalysis((state) => state.error);
  const analysis = useAnalysis((state) => state.analysis);
  const batch = useAnalysis((state) => state.batch);
  const verdicts = useLast(batch === null ? first : (analysis?.verdicts ?? null), first);
  const ceilings = analysis?.ceilings ?? firstCeilings;
  const view = useAnalysis((state) => state.view);
  const isThere = verdicts !== null || batch !== null;
  return (
    <section className={css("instrument")} aria-label={words.title}>
      {isThere ? <Views /> : null}
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
      {view === "questions" && isThere ? (
        <PanelBoundary>
          <Suspense fallback={<p role="status">{words.working}</p>}>
            <QuestionsView logged={logged} pricing={pricing} />
          </Suspense>
        </PanelBoundary>
      ) : (
        <>
          {verdicts === null ? (
            <CeilingList ceilings={ceilings} />
          ) : (
            <PanelBoundary>
              <FirstScreen {...{ verdicts, ceilings, logged, pricing }} />
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
        </>
      )}
    </section>
  );
}

function Views() {
  const { store } = useAnalysisContext();
  const view = useAnalysis((state) => state.view);
  return (
    <fieldset className={css("views")} aria-label={words.view}>
      {labViews.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={view === one}
          onClick={() => store.choose({ view: one })}
        >
          {words.views[one]}
        </button>
      ))}
    </fieldset>
  );
}

function useLast(now: Verdicts | null, first: Verdicts | null): Verdicts | null {
  const [last, setLast] = useState(now ?? first);
  useEffect(() => {
    if (now !== null) setLast(now);
  }, [now]);
  return now ?? last;
}

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
        {folded ? null : pricing}
      </header>
      {analysis === null ? null : (
        <Suspense fallback={<p role="status">{words.working}</p>}>
          <Parts analysis={analysis} batch={batch} folded={folded} />
        </Suspense>
      )}
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
