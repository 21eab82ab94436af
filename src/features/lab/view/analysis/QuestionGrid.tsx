/** A batch's questions and setups; a cell opens its run beside another. */
import { useMemo } from "react";
import type { LabColumns } from "../../../../evaluation/analysis/columns.ts";
import { cellOutcome } from "../../../../evaluation/analysis/grid.ts";
import { cellCost, cellWords, gridText } from "../../text/lab-grid.ts";
import { ConfigurationMark, isToldByMarks } from "./ConfigurationMark.tsx";
import { type GridSource, SetupGrid } from "./SetupGrid.tsx";
import { useAnalysis, useAnalysisContext } from "./use-analysis.ts";

/** `rows`: places in `columns`. `logged`: questions with kept runs; null: any may have some. */
export function QuestionGrid(props: {
  columns: LabColumns;
  rows: ArrayLike<number>;
  logged: readonly string[] | null;
}) {
  const { columns, rows, logged } = props;
  const { store, questions } = useAnalysisContext();
  const configurations = useAnalysis((state) => state.batch?.configurations);
  const chosen = useAnalysis((state) => state.configuration);
  const against = useAnalysis((state) => state.against);
  const question = useAnalysis((state) => state.question);
  const source = useMemo((): GridSource => {
    const shown = (configurations ?? []).flatMap((setup) => {
      const column = columns.byConfiguration.get(setup.id);
      return column === undefined ? [] : [{ ...setup, column }];
    });
    const hasMarks = isToldByMarks({ configurations: shown });
    return {
      setups: shown.map(({ id, title, settings, column }) => {
        const codes = [...column.right];
        const right = codes.filter((code) => code === 1).length;
        const wrong = codes.filter((code) => code === 0).length;
        return {
          id,
          title,
          mark: hasMarks ? <ConfigurationMark settings={settings} /> : null,
          figure: gridText.rightOf(right, right + wrong),
        };
      }),
      rows: rows.length,
      question(row) {
        const id = columns.questions[rows[row] ?? -1];
        if (id === undefined) return null;
        const hasRuns = logged?.includes(id) === true;
        return { id, text: questions.get(id)?.question ?? id, hasRuns };
      },
      cell(row, setup) {
        const place = rows[row] ?? -1;
        const column = shown[setup]?.column;
        if (column === undefined) return { mark: "none", figure: "", said: gridText.none };
        const mark = cellOutcome(column, place);
        return {
          mark,
          figure: mark === "none" ? "" : cellCost(columns, column.cost[place]),
          said: cellWords(mark, column.results[place] ?? null, columns),
        };
      },
    };
  }, [configurations, columns, rows, logged, questions]);

  function open(row: number, setup: number): void {
    const { setups } = source;
    const own = setups[setup]?.id;
    const id = source.question(row)?.id;
    if (own === undefined || id === undefined) return;
    const other = [against, chosen, ...setups.map((one) => one.id)].find(
      (one) => one !== null && one !== own,
    );
    store.choose({ configuration: own, against: other ?? null, question: id });
  }
  const opened = question === null ? null : { question, setup: chosen, beside: against };
  return <SetupGrid source={source} opened={opened} onOpen={open} />;
}
