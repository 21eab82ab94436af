import { type ReactNode, Suspense, useMemo } from "react";
import { type GridSort, gridRows, gridSorts } from "../../../../evaluation/analysis/grid.ts";
import { SelectField } from "../../../../ui-kit/Field.tsx";
import { firstScreenText } from "../../text/first-screen.ts";
import { labAnalysisText as words } from "../../text/lab-analysis.ts";
import { gridText } from "../../text/lab-grid.ts";
import { ComparePart } from "./ComparePart.tsx";
import { css } from "./css.ts";
import { GridFields, GridKey, OnlyDiffering } from "./GridTools.tsx";
import { QuestionGrid } from "./QuestionGrid.tsx";
import { QuestionSetProvider } from "./question-set.tsx";
import { useAnalysis, useAnalysisContext } from "./use-analysis.ts";

export function QuestionsView(props: { logged: readonly string[] | null; pricing: ReactNode }) {
  const { logged, pricing } = props;
  const { questions, store } = useAnalysisContext();
  const columns = useAnalysis((state) => state.columns);
  const sort = useAnalysis((state) => state.sort);
  const onlyDiffering = useAnalysis((state) => state.onlyDiffering);
  const batch = useAnalysis((state) => state.batch);
  const against = useAnalysis((state) => state.against);
  const places = useMemo(() => {
    const ids = columns?.questions ?? [];
    const asked = new Map([...questions.keys()].map((id, at) => [id, at]));
    const order = (place: number) => asked.get(ids[place] ?? "") ?? asked.size;
    return ids.map((_, place) => place).sort((a, b) => order(a) - order(b));
  }, [columns, questions]);
  const rows = useMemo(
    () =>
      columns === null
        ? []
        : gridRows([...columns.byConfiguration.values()], places, { sort, onlyDiffering }),
    [columns, places, sort, onlyDiffering],
  );
  return (
    <section className={css("gridView")} aria-label={gridText.view}>
      <GridFields>
        <SelectField<GridSort>
          label={gridText.sort}
          value={sort}
          options={gridSorts.map((value) => ({ value, label: gridText.sorts[value] }))}
          onChange={(value) => store.choose({ sort: value })}
        />
        <SelectField
          label={gridText.beside}
          value={against ?? ""}
          options={(batch?.configurations ?? []).map(({ id, title }) => ({
            value: id,
            label: title,
          }))}
          onChange={(value) => store.choose({ against: value })}
        />
        <OnlyDiffering
          checked={onlyDiffering}
          onChange={(checked) => store.choose({ onlyDiffering: checked })}
        />
        {pricing}
      </GridFields>
      <GridKey marks={gridText.key} />
      {columns === null ? (
        <p role="status">{firstScreenText.opening}</p>
      ) : (
        <>
          <p role="status" className={css("soft")}>
            {words.questionCount(rows.length, places.length)}. {gridText.help}
          </p>
          {rows.length === 0 ? null : (
            <QuestionGrid columns={columns} rows={rows} logged={logged} />
          )}
        </>
      )}
      <QuestionSetProvider>
        <Suspense fallback={null}>
          <ComparePart around />
        </Suspense>
      </QuestionSetProvider>
    </section>
  );
}
