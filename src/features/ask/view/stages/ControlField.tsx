/** One setting of a method, made from what `runtime/controls.ts` says of it. */
import type { ReactNode } from "react";
import { useSettings } from "../../../../app/runtime/runtime-context.ts";
import { type ControlPath, controls, readControl } from "../../../../runtime/controls.ts";
import { NumberField, RangeField, SelectField, SwitchField } from "../../../../ui-kit/Field.tsx";
import { controlWords, optionWord } from "../../../../ui-kit/text/controls.ts";
import { methodText } from "../../../../ui-kit/text/method.ts";
import { useFacts, useProblems } from "../../../../ui-kit/use-problems.ts";
import { ProblemNotes } from "./ProblemNotes.tsx";

interface FieldOf {
  path: ControlPath;
  label: string;
  help: ReactNode;
}

export function ControlField({ path }: { path: ControlPath }) {
  const words: { label: string; help?: string } = controlWords[path];
  const troubled = useProblems().some(({ control }) => control === path);
  const field: FieldOf = {
    path,
    label: words.label,
    help: troubled ? (
      <>
        {words.help}
        <ProblemNotes place={path} />
      </>
    ) : (
      words.help
    ),
  };
  const { kind } = controls[path];
  switch (kind) {
    case "choice":
      return <ChoiceControl {...field} />;
    case "number":
      return <NumberControl {...field} />;
    case "switch":
      return <SwitchControl {...field} />;
    case "tool":
      return <ToolControl {...field} />;
  }
}

function useControl(path: ControlPath) {
  const value = useSettings((state) => readControl(state.run, path));
  const setControl = useSettings((state) => state.setControl);
  return { value, set: (next: string | number | boolean) => setControl(path, next) };
}

function ChoiceControl({ path, ...field }: FieldOf) {
  const { value, set } = useControl(path);
  const control = controls[path];
  if (control.kind !== "choice") return null;
  const options = control.options.map((option) => ({
    value: option,
    label: optionWord(path, option),
  }));
  return <SelectField {...field} value={String(value)} options={options} onChange={set} />;
}

/** What runs from 0 to 1 is a slider; what is counted is written. */
function NumberControl({ path, ...field }: FieldOf) {
  const { value, set } = useControl(path);
  const control = controls[path];
  if (control.kind !== "number") return null;
  const { min, max, step } = control;
  const Input = max === 1 ? RangeField : NumberField;
  return <Input {...field} value={Number(value)} range={{ min, max, step }} onChange={set} />;
}

function SwitchControl({ path, ...field }: FieldOf) {
  const { value, set } = useControl(path);
  return <SwitchField {...field} checked={value === true} onChange={set} />;
}

/** The library, nothing, and the services that are set up; a missing one stays in sight while it is chosen. */
function ToolControl({ path, ...field }: FieldOf) {
  const { value, set } = useControl(path);
  const { tools } = useFacts();
  const chosen = String(value);
  const options = [
    { value: "library", label: methodText.tools.library },
    { value: "none", label: methodText.tools.none },
    ...tools.map(({ id, title }) => ({ value: id, label: title })),
  ];
  if (!options.some((option) => option.value === chosen)) {
    const local: Readonly<Record<string, string>> = methodText.tools;
    const label = local[chosen] ?? methodText.toolMissing(chosen);
    options.push({ value: chosen, label });
  }
  return <SelectField {...field} value={chosen} options={options} onChange={set} />;
}
