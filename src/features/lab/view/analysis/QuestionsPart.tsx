import { useId } from "react";
import { type QuestionFilter, questionFilters } from "../../../../evaluation/analysis/columns.ts";
import { isByLuck } from "../../../../evaluation/analysis/luck.ts";
import type { LabBatch } from "../../../../evaluation/types.ts";
import { stripValues } from "../../../../session/lab-looks.ts";
import { TextButton } from "../../../../ui-kit/Button.tsx";
import { SelectField } from "../../../../ui-kit/Field.tsx";
import { Figure } from "../../../../ui-kit/Figure.tsx";
import { labAnalysisText as words } from "../../text/lab-analysis.ts";
import { css } from "./css.ts";
import { QuestionGrid } from "./QuestionGrid.tsx";
import { type ShownSet, useShownSet } from "./question-set.tsx";
import { StripPlot } from "./StripPlot.tsx";
import { useAnalysis, useAnalysisContext, useTitles } from "./use-analysis.ts";

export function QuestionsPart({ batch }: { batch: LabBatch }) {
  const shown = useShownSet();
  const configuration = useAnalysis((state) => state.configuration);
  const { questions } = useAnalysisContext();
  const title = useTitles();
  const table = () => csvTable(shown, (id) => questions.get(id)?.question ?? "");
  return (
    <Figure
      title={words.stripTitle(title(configuration ?? ""))}
      help={words.stripHelp}
      file="questions"
      table={table}
    >
      <Choices batch={batch} />
      {shown === null ? (
        <p>{words.empty}</p>
      ) : (
        <>
          <StripPlot shown={shown} />
          <p role="status" className={css("soft")}>
            {words.questionCount(shown.set.length, shown.values.length)}
          </p>
          {shown.set.length === 0 ? null : (
            <QuestionGrid columns={shown.columns} rows={shown.set} logged={null} />
          )}
        </>
      )}
    </Figure>
  );
}

function Choices({ batch }: { batch: LabBatch }) {
  const { store } = useAnalysisContext();
  const state = useAnalysis((all) => all);
  const configurations = batch.configurations.map(({ id, title }) => ({ value: id, label: title }));
  return (
    <div className={css("fields")}>
      <SelectField
        label={words.lookAt}
        value={state.configuration ?? ""}
        options={configurations}
        onChange={(configuration) => store.choose({ configuration })}
      />
      <SelectField
        label={words.compareWith}
        value={state.against ?? ""}
        options={configurations}
        onChange={(against) => store.choose({ against })}
      />
      <SelectField
        label={words.strip}
        value={state.strip}
        options={stripValues.map((value) => ({
          value,
          label: words.stripValues(value, state.metric, state.cost),
        }))}
        onChange={(strip) => store.choose({ strip })}
      />
      <Filters filter={state.filter} />
      {state.brush === null ? null : (
        <TextButton onClick={() => store.choose({ brush: null })}>{words.noBrush}</TextButton>
      )}
    </div>
  );
}

function Filters({ filter }: { filter: QuestionFilter }) {
  const { store } = useAnalysisContext();
  const name = useId();
  return (
    <fieldset className={css("filters")}>
      <legend>{words.filter}</legend>
      {questionFilters.map((value) => (
        <label key={value}>
          <input
            type="radio"
            name={name}
            checked={filter === value}
            onChange={() => store.choose({ filter: value })}
          />
          {words.filters[value]}
        </label>
      ))}
    </fieldset>
  );
}

function csvTable(shown: ShownSet | null, wordsOf: (id: string) => string) {
  const metric = shown?.columns.metric ?? "metric";
  const cost = shown?.columns.cost ?? "cost";
  const head = ["question", "words", "configuration", "answer", "right", "by luck", metric, cost];
  const known = (value: number | undefined) =>
    value === undefined || Number.isNaN(value) ? null : value;
  const code = ["no", "yes"];
  const rows = Array.from(shown?.set ?? [], (place) => {
    const column = shown?.configuration;
    const result = column?.results[place] ?? null;
    const id = shown?.columns.questions[place] ?? "";
    return [
      id,
      wordsOf(id),
      result?.configuration ?? null,
      result?.prediction ?? null,
      code[column?.right[place] ?? -1] ?? null,
      result === null ? null : (code[Number(isByLuck(result))] ?? null),
      known(column?.metric[place]),
      known(column?.cost[place]),
    ];
  });
  return { head, rows };
}
