/** The meaning of a table's columns: prefilled by their names, checked before the runs are read. */
import { useId, useState } from "react";
import { paths } from "../../../../app/runtime/routes.ts";
import {
  type Columns,
  completeMapping,
  draftMapping,
  type MappingDraft,
  mappingGaps,
} from "../../../../evaluation/pipelines/read/mapping.ts";
import { Button } from "../../../../ui-kit/Button.tsx";
import { SelectField, TextField } from "../../../../ui-kit/Field.tsx";
import type { PipelineRead } from "../../pipeline-worker.ts";
import { pipelineText as words } from "../../text/lab-pipeline.ts";
import { useLab } from "../lab-context.ts";
import { css } from "./css.ts";

const fields = [
  "question",
  "score",
  "answer",
  "gold",
  "usd",
  "tokens",
  "seconds",
  "repeat",
] as const satisfies readonly (keyof Columns)[];

export function ColumnsForm({ name, read }: { name: string; read: PipelineRead }) {
  const { pipeline } = useLab();
  const [draft, setDraft] = useState<MappingDraft>(
    () => read.mapping ?? draftMapping(read.columns),
  );
  const gaps = mappingGaps(draft);
  const gapsId = useId();
  const mapping = completeMapping(draft);
  const columns = read.columns.map((column, at) => ({
    value: column,
    label: words.column(column, read.examples[at] ?? ""),
  }));
  return (
    <fieldset className={css("group")}>
      <legend>{words.columnsTitle(name)}</legend>
      <p className={css("soft")}>{words.columnsHelp}</p>
      <div className={css("fields")}>
        {fields.map((field) => (
          <SelectField
            key={field}
            label={words.fields[field]}
            {...(field === "score" ? { help: words.scoreHelp } : {})}
            value={draft[field] ?? ""}
            options={[{ value: "", label: words.noColumn }, ...columns]}
            onChange={(column) => setDraft({ ...draft, [field]: column === "" ? null : column })}
          />
        ))}
      </div>
      <StageColumns columns={columns} draft={draft} onChange={setDraft} />
      <div id={gapsId} role="status">
        {gaps.map((gap) => (
          <p key={gap} className={css("problem")}>
            {words.gaps[gap]}
          </p>
        ))}
      </div>
      <p className={css("tools")}>
        <Button
          main
          disabled={mapping === null}
          aria-describedby={gapsId}
          onClick={() => {
            if (mapping !== null) void pipeline.map(mapping);
          }}
        >
          {words.read}
        </Button>
        <span className={css("soft")}>
          {words.questions} <a href={paths.newBatch}>{words.newBatch}</a>
        </span>
      </p>
    </fieldset>
  );
}

function StageColumns(props: {
  columns: readonly { value: string; label: string }[];
  draft: MappingDraft;
  onChange: (draft: MappingDraft) => void;
}) {
  const { columns, draft, onChange } = props;
  const { stages } = draft;
  const toggled = (column: string) =>
    stages.some((one) => one.column === column)
      ? stages.filter((one) => one.column !== column)
      : [...stages, { name: column, column }];
  return (
    <>
      <fieldset className={css("ticks")}>
        <legend>{words.stageColumns}</legend>
        {columns.map(({ value, label }) => (
          <label key={value} className={css("tick")}>
            <input
              type="checkbox"
              checked={stages.some(({ column }) => column === value)}
              onChange={() => onChange({ ...draft, stages: toggled(value) })}
            />
            <span dir="auto">{label}</span>
          </label>
        ))}
      </fieldset>
      <div className={css("fields")}>
        {stages.map((stage, at) => (
          <TextField
            key={stage.column}
            label={words.stageName(stage.column)}
            value={stage.name}
            onChange={(name) => onChange({ ...draft, stages: stages.with(at, { ...stage, name }) })}
          />
        ))}
      </div>
    </>
  );
}
