/** Analysis of a stored batch, also while it runs. */
import { useEffect, useMemo, useState } from "react";
import type { LabResult } from "../../../../evaluation/types.ts";
import { type AnalysisClient, createAnalysisClient } from "../../analysis-client.ts";
import { useLab, useLabState } from "../lab-context.ts";
import { Analysed } from "./Analysed.tsx";
import type { QuestionWords } from "./use-analysis.ts";
import { useCreatedAnalysis } from "./use-created-analysis.ts";

/** Minimum interval between updates while a batch runs. */
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

/** Throttled results: the first at once, later ones after a delay. */
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
