/** A number field with its validation message below. */
import { useId } from "react";
import fieldSheet from "../../../../ui-kit/Field.module.css";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import sheet from "./Form.module.css";

const css = classes({ ...fieldSheet, ...sheet });

export function CheckedField(props: {
  label: string;
  help: string;
  value: string;
  problem: string | null;
  onChange: (value: string) => void;
}) {
  const { label, help, value, problem, onChange } = props;
  const id = useId();
  return (
    <div className={css("field")}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={css("input", "number")}
        inputMode="decimal"
        autoComplete="off"
        value={value}
        aria-invalid={problem !== null}
        aria-describedby={`${id}-help`}
        onChange={(event) => onChange(event.target.value)}
      />
      <div id={`${id}-help`}>
        {problem === null ? null : <p className={css("problem")}>{problem}</p>}
        <p className={css("help")}>{help}</p>
      </div>
    </div>
  );
}
