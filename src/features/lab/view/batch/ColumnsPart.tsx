/** Maps table columns to fields: proposed from the headings, editable here. */
import { useEffect, useId, useState } from "react";
import {
  type ColumnMapping,
  type Delimiter,
  delimiters,
  type TableOptions,
  type TablePreview,
} from "../../../../evaluation/questions/import/format.ts";
import type { ReadOptions } from "../../../../evaluation/questions/question-file.ts";
import { SelectField, SwitchField, TextField } from "../../../../ui-kit/Field.tsx";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { labNewText as words } from "../../text/lab-new.ts";
import formSheet from "./Form.module.css";
import sheet from "./Lab.module.css";

const css = classes({ ...sheet, ...formSheet });

type OneColumn = Exclude<keyof ColumnMapping, "answers">;
const oneColumns: readonly OneColumn[] = ["question", "id", "type", "context", "contextTitle"];

/** A line feed cannot be typed into a field. */
const written = (separator: string | null) => (separator ?? "").replaceAll("\n", "\\n");
const meant = (typed: string) => (typed === "" ? null : typed.replaceAll("\\n", "\n"));

export function ColumnsPart(props: {
  table: TablePreview;
  onRead: (options: Pick<ReadOptions, "format" | "look" | "table">) => void;
}) {
  const { onRead } = props;
  const [changed, setChanged] = useState<TableOptions | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a table that was read again is as requested
  useEffect(() => setChanged(null), [props.table]);
  const options = changed ?? props.table.options;
  const table = { ...props.table, options };
  const { mapping } = options;
  function change(patch: Partial<TableOptions>): void {
    const next = { ...options, ...patch };
    setChanged(next);
    onRead({ format: "csv", table: next });
  }
  const cut = (look: { delimiter: Delimiter; header: boolean }) => onRead({ format: "csv", look });
  return (
    <fieldset className={css("group")}>
      <legend>{words.columnsTitle}</legend>
      <p className={css("soft")}>{words.columnsHelp}</p>
      <div className={css("fields")}>
        {oneColumns.map((role) => (
          <ColumnSelect
            key={role}
            label={words.mapping[role]}
            table={table}
            value={mapping[role]}
            onChange={(column) => change({ mapping: { ...mapping, [role]: column } })}
          />
        ))}
      </div>
      {mapping.question === null ? (
        <p className={css("problem")}>{words.mappingMissing.question}</p>
      ) : null}
      <AnswerColumns
        table={table}
        onChange={(answers) => change({ mapping: { ...mapping, answers } })}
      />
      {mapping.answers.length === 0 ? (
        <p className={css("problem")}>{words.mappingMissing.answers}</p>
      ) : null}
      <div className={css("fields")}>
        <TextField
          label={words.separator}
          help={words.separatorHelp}
          value={written(options.answerSeparator)}
          onChange={(value) => change({ answerSeparator: meant(value) })}
        />
        <SelectField
          label={words.delimiter}
          value={options.delimiter}
          options={delimiters.map((value) => ({ value, label: words.delimiters[value] }))}
          onChange={(delimiter) => cut({ delimiter, header: options.header })}
        />
      </div>
      <SwitchField
        label={words.header}
        checked={options.header}
        onChange={(header) => cut({ delimiter: options.delimiter, header })}
      />
      <Preview table={table} />
    </fieldset>
  );
}

function ColumnSelect(props: {
  label: string;
  table: TablePreview;
  value: number | null;
  onChange: (column: number | null) => void;
}) {
  const { label, table, value, onChange } = props;
  return (
    <SelectField
      label={label}
      value={value === null ? "" : String(value)}
      options={[
        { value: "", label: words.noColumn },
        ...table.columns.map((name, index) => ({
          value: String(index),
          label: words.column(index, name),
        })),
      ]}
      onChange={(chosen) => onChange(chosen === "" ? null : Number(chosen))}
    />
  );
}

function AnswerColumns(props: { table: TablePreview; onChange: (answers: number[]) => void }) {
  const { table, onChange } = props;
  const { answers } = table.options.mapping;
  return (
    <fieldset className={css("ticks")}>
      <legend>{words.answerColumns}</legend>
      {table.columns.map((name, index) => {
        const ticked = answers.includes(index);
        const without = answers.filter((one) => one !== index);
        return (
          // Columns have no other name than their place.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <label key={index} className={css("tick")}>
            <input
              type="checkbox"
              checked={ticked}
              onChange={() =>
                onChange(ticked ? without : [...without, index].sort((a, b) => a - b))
              }
            />
            {words.column(index, name)}
          </label>
        );
      })}
    </fieldset>
  );
}

function Preview({ table }: { table: TablePreview }) {
  const id = useId();
  const { columns, rows } = table;
  return (
    <section
      className={css("scroll")}
      aria-labelledby={id}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
      tabIndex={0}
    >
      <table className={css("table")}>
        <caption id={id}>{words.preview}</caption>
        <thead>
          <tr>
            {columns.map((name, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns are identified by their place
              <th key={index} scope="col" dir="auto">
                {words.column(index, name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are identified by their place
            <tr key={index}>
              {columns.map((_, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns are identified by their place
                <td key={column} dir="auto">
                  {row[column] ?? ""}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
