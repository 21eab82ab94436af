import { type ReactNode, useId } from "react";
import { isWithin } from "../log/setting-bounds.ts";
import sheet from "./Field.module.css";
import { classes } from "./styles/classes.ts";

const css = classes(sheet);

interface FieldProps {
  label: string;
  help?: ReactNode;
}

function Labelled(props: FieldProps & { id: string; children: ReactNode }) {
  const { id, label, help, children } = props;
  return (
    <div className={css("field")}>
      <label htmlFor={id}>{label}</label>
      {children}
      {help === undefined ? null : (
        <div className={css("help")} id={`${id}-help`}>
          {help}
        </div>
      )}
    </div>
  );
}

export function SelectField<T extends string>(
  props: FieldProps & {
    value: T;
    options: readonly { value: T; label: string; disabled?: boolean; group?: string }[];
    onChange: (value: T) => void;
  },
) {
  const { value, options, onChange } = props;
  const id = useId();
  return (
    <Labelled {...props} id={id}>
      <select
        id={id}
        className={css("input")}
        value={value}
        aria-describedby={props.help === undefined ? undefined : `${id}-help`}
        onChange={(event) => {
          const option = options.find((one) => one.value === event.target.value);
          if (option !== undefined) onChange(option.value);
        }}
      >
        <Options options={options} />
      </select>
    </Labelled>
  );
}

interface Option {
  value: string;
  label: string;
  disabled?: boolean;
  /** Neighbours of one group are shown under its name. */
  group?: string;
}

function Options({ options }: { options: readonly Option[] }) {
  const groups = new Map<string, Option[]>();
  for (const option of options) {
    const name = option.group ?? "";
    groups.set(name, [...(groups.get(name) ?? []), option]);
  }
  return [...groups].map(([name, members]) => {
    const list = members.map((option) => (
      <option key={option.value} value={option.value} disabled={option.disabled}>
        {option.label}
      </option>
    ));
    if (name === "") return list;
    return (
      <optgroup key={name} label={name}>
        {list}
      </optgroup>
    );
  });
}

export interface Range {
  min: number;
  max: number;
  step: number;
  whole?: boolean;
}

function attributes({ min, max, step }: Range) {
  return { min, max, step };
}

export function NumberField(
  props: FieldProps & { value: number; range: Range; onChange: (value: number) => void },
) {
  const { value, range, onChange } = props;
  return (
    <OptionalNumberField
      {...props}
      value={value}
      range={range}
      onChange={(next) => {
        if (next !== null) onChange(next);
      }}
    />
  );
}

export function RangeField(
  props: FieldProps & {
    value: number;
    range: Range;
    digits?: number;
    onChange: (value: number) => void;
  },
) {
  const { value, range, digits = 2, onChange } = props;
  const id = useId();
  return (
    <Labelled {...props} id={id}>
      <span className={css("slider")}>
        <input
          id={id}
          type="range"
          {...attributes(range)}
          value={value}
          aria-describedby={props.help === undefined ? undefined : `${id}-help`}
          onChange={(event) => onChange(event.target.valueAsNumber)}
        />
        <output htmlFor={id}>{value.toFixed(digits)}</output>
      </span>
    </Labelled>
  );
}

/** An empty field is null: "not set", not 0. */
export function OptionalNumberField(
  props: FieldProps & {
    value: number | null;
    range: Range;
    onChange: (value: number | null) => void;
  },
) {
  const { value, range, onChange } = props;
  const id = useId();
  return (
    <Labelled {...props} id={id}>
      <input
        id={id}
        className={css("input", "number")}
        type="number"
        inputMode="decimal"
        {...attributes(range)}
        value={value ?? ""}
        aria-describedby={props.help === undefined ? undefined : `${id}-help`}
        onChange={(event) => {
          const next = event.target.value === "" ? null : event.target.valueAsNumber;
          const inside = next === null || isWithin(next, { whole: false, ...range });
          if (inside) onChange(next);
        }}
      />
    </Labelled>
  );
}

export function TextField(
  props: FieldProps & {
    value: string;
    type?: "text" | "url" | "password";
    suggestions?: readonly string[];
    readOnly?: boolean;
    onChange: (value: string) => void;
  },
) {
  const { value, type = "text", suggestions = [], readOnly = false, onChange } = props;
  const id = useId();
  return (
    <Labelled {...props} id={id}>
      <input
        id={id}
        className={css("input")}
        type={type}
        value={value}
        list={suggestions.length > 0 ? `${id}-list` : undefined}
        readOnly={readOnly}
        autoComplete="off"
        spellCheck={false}
        aria-describedby={props.help === undefined ? undefined : `${id}-help`}
        onChange={(event) => onChange(event.target.value)}
      />
      {suggestions.length > 0 ? (
        <datalist id={`${id}-list`}>
          {suggestions.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      ) : null}
    </Labelled>
  );
}

export function SwitchField(
  props: FieldProps & { checked: boolean; onChange: (checked: boolean) => void },
) {
  const { label, help, checked, onChange } = props;
  const id = useId();
  return (
    <div className={css("switch")}>
      <input
        id={id}
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        aria-describedby={help === undefined ? undefined : `${id}-help`}
      />
      <label htmlFor={id}>{label}</label>
      {help === undefined ? null : (
        <div className={css("help")} id={`${id}-help`}>
          {help}
        </div>
      )}
    </div>
  );
}
